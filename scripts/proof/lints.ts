import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Where the tools of this folder are once they are installed. */
export const tools = fileURLToPath(new URL('node_modules/.bin', import.meta.url));

/** A program that passes where it ends with 0 and prints nothing that tells of a finding. */
export interface Lint {
  command: string;
  args: string[];
  finding?: RegExp;
}

const tool = (name: string, ...args: string[]): Lint => ({ command: `${tools}/${name}`, args });

/** Whether a Dockerfile is one. */
export const lintDockerfile = (file: string): Lint => ({
  // It ends with 0 whatever it finds, and is silent where it finds nothing.
  ...tool('dockerfile-utils', 'lint', file),
  finding: /\S/,
});

/** Whether a file keeps to the Compose specification, and to the rules that are not about the order of its lines. */
export const lintCompose = (file: string): Lint =>
  tool('dclint', '--config', 'scripts/proof/dclint.json', '--max-warnings', '0', file);

/** Every lint of what is published, by name. */
export const lints: Record<string, Lint> = {
  'openapi.json is fresh': { command: process.execPath, args: ['scripts/openapi.ts', '--check'] },
  Redocly: {
    ...tool('redocly', 'lint', 'openapi.json', '--max-problems=1000'),
    finding: /You have \d+ warning/,
  },
  Spectral: tool('spectral', 'lint', 'openapi.json', '--fail-severity=hint'),
  'build of @leitor/contract': {
    command: 'npm',
    args: ['run', '--silent', 'build', '-w', 'contract'],
  },
  'Are the types wrong?': tool('attw', '--pack', 'contract', '--profile', 'esm-only'),
  publint: tool('publint', 'contract', '--strict'),
  Dockerfile: lintDockerfile('Dockerfile'),
  'compose.yaml': lintCompose('compose.yaml'),
};

/** Runs one; answers what it found, or undefined where it passed. */
export const findingsOf = ({ command, args, finding }: Lint): string | undefined => {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  if (error) return error.message;
  const printed = stdout + stderr;
  return status === 0 && !finding?.test(printed) ? undefined : printed;
};
