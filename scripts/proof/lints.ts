import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The folder of the installed tools. */
export const tools = fileURLToPath(new URL('node_modules/.bin', import.meta.url));

/** A check that passes if the program exits with 0 and its output does not match `finding`. */
interface Lint {
  command: string;
  args: string[];
  finding?: RegExp;
}

const tool = (name: string, ...args: string[]): Lint => ({ command: `${tools}/${name}`, args });

/** Lints a Dockerfile. */
const lintDockerfile = (file: string): Lint => ({
  // The tool always exits with 0 and prints only findings.
  ...tool('dockerfile-utils', 'lint', file),
  finding: /\S/,
});

/** Lints a Compose file, without the rules about the order of lines. */
const lintCompose = (file: string): Lint =>
  tool('dclint', '--config', 'scripts/proof/dclint.json', '--max-warnings', '0', file);

/** The lints of all published files, by name. */
export const lints: Record<string, Lint> = {
  Redocly: {
    ...tool(
      'redocly',
      'lint',
      '--config=scripts/proof/redocly.yaml',
      'openapi.json',
      'contract/openapi-3.0.json',
      '--max-problems=1000',
    ),
    finding: /You have \d+ warning/,
  },
  Spectral: tool(
    'spectral',
    'lint',
    '--ruleset=scripts/proof/spectral.yaml',
    'openapi.json',
    'contract/openapi-3.0.json',
    '--fail-severity=hint',
  ),
  'build of @leitor/contract': {
    command: 'npm',
    args: ['run', '--silent', 'build', '-w', 'contract'],
  },
  'Are the types wrong?': tool('attw', '--pack', 'contract', '--profile', 'esm-only'),
  publint: tool('publint', 'contract', '--strict'),
  'build of @leitor/sdk': {
    command: 'npm',
    args: ['run', '--silent', 'build', '-w', 'packages/sdk'],
  },
  'Are the types of @leitor/sdk wrong?': tool('attw', '--pack', 'packages/sdk'),
  'publint of @leitor/sdk': tool('publint', 'packages/sdk', '--strict'),
  'build of @leitor/internal': {
    command: 'npm',
    args: ['run', '--silent', 'build', '-w', 'packages/internal'],
  },
  'Are the types of @leitor/internal wrong?': tool('attw', '--pack', 'packages/internal'),
  'publint of @leitor/internal': tool('publint', 'packages/internal', '--strict'),
  Dockerfile: lintDockerfile('deploy/Dockerfile'),
  'compose.yaml': lintCompose('deploy/compose.yaml'),
};

/** Runs a lint; returns its findings, or undefined if it passed. */
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
