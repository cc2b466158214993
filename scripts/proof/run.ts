import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Lints openapi.json and the published package with the tools of this folder: `npm ci --prefix scripts/proof` first.

const root = fileURLToPath(new URL('../..', import.meta.url));
const tools = fileURLToPath(new URL('node_modules/.bin', import.meta.url));

const proofs = [
  ['openapi.json is fresh', process.execPath, 'scripts/openapi.ts', '--check'],
  ['Redocly', `${tools}/redocly`, 'lint', 'openapi.json', '--max-problems=1000'],
  ['Spectral', `${tools}/spectral`, 'lint', 'openapi.json', '--fail-severity=hint'],
  ['build of @leitor/contract', 'npm', 'run', '--silent', 'build', '-w', 'contract'],
  ['Are the types wrong?', `${tools}/attw`, '--pack', 'contract', '--profile', 'esm-only'],
  ['publint', `${tools}/publint`, 'contract', '--strict'],
] as const;

if (!existsSync(tools)) {
  console.error('install the tools first: npm ci --prefix scripts/proof');
  process.exit(1);
}

for (const [name, command, ...args] of proofs) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  const warned = name === 'Redocly' && /You have \d+ warning/.test(stdout + stderr);
  const passed = status === 0 && !warned;
  console.log(`${passed ? 'ok' : 'FAILED'}  ${name}`);
  if (!passed) {
    console.error(error?.message ?? stdout + stderr);
    process.exitCode = 1;
  }
}
