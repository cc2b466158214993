import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { withService } from './sandbox/with-service.ts';
import { seedDemo } from './seed/demo.ts';
import { issueToken } from './tokens/issue-token.ts';

// `npm run conformance`: checks a service with demo data against openapi.json with thousands of generated
// requests. Needs PostgreSQL and Python 3 with venv. Arguments are passed to `schemathesis run`.

const root = fileURLToPath(new URL('..', import.meta.url));
/** A person of the demo data who owns groups and has tickets. */
const person = { role: 'agent', email: 'maria@exemplo.com.br' } as const;

/** Installs the pinned schemathesis from PyPI once, into a virtual environment. */
const installTool = (): string => {
  const environment = join(root, 'node_modules/.cache/conformance');
  const pip = join(environment, 'bin/pip');
  if (!existsSync(pip)) execFileSync('python3', ['-m', 'venv', environment]);
  const requirements = join(root, 'scripts/conformance/requirements.txt');
  execFileSync(pip, ['install', '--quiet', '--disable-pip-version-check', '-r', requirements]);
  return join(environment, 'bin/schemathesis');
};

/** Runs schemathesis, which prints its findings, against the service. */
const runSchemathesis = async (url: string, token: string): Promise<number> => {
  const config = join(root, 'scripts/conformance/schemathesis.toml');
  const args = ['--config-file', config, 'run', 'openapi.json', '--url', url];
  const child = spawn(installTool(), [...args, ...process.argv.slice(2)], {
    cwd: root,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', LEITOR_CONFORMANCE_TOKEN: token },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  return code ?? 1;
};

const errors: string[] = [];
const log = pino({ level: 'error' }, { write: (line) => void errors.push(line) });
await withService({ RATE_LIMIT: 'off' }, log, async (service, config) => {
  await seedDemo(service.contextFor('conformance'), { quiz: true });
  const token = await issueToken(config, service.tokenSecret ?? '', person, 1);
  process.exitCode = await runSchemathesis(service.publicUrl, token);
});
if (errors.length > 0) {
  console.error(`errors in the service's log:
${errors.join('')}`);
  process.exitCode = 1;
}
