import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { startService } from '../server/boot.ts';
import { parseConfig } from '../server/config/config.ts';
import { startSandbox } from './sandbox/start-sandbox.ts';
import { seedDemo } from './seed/demo.ts';
import { findPostgres, startPostgres } from './servers/postgres.ts';
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

const bin = findPostgres();
if (!bin) throw new Error('install PostgreSQL, or put its programs on the PATH');
const directory = await mkdtemp(join(tmpdir(), 'leitor-conformance-'));
const postgres = await startPostgres(bin);
try {
  const { config, close } = await startSandbox(
    parseConfig({
      PORT: '0',
      INTERNAL_PORT: '0',
      DATA_DIR: directory,
      DATABASE_URL: postgres.url,
      RATE_LIMIT: 'off',
    }),
  );
  const errorLog = join(directory, 'errors.log');
  const log = pino({ level: 'error' }, pino.destination({ dest: errorLog, sync: true }));
  const service = await startService(config, log, { jobs: { scheduled: false } });
  await seedDemo(service.contextFor('conformance'), { quiz: true });
  const token = await issueToken(config, service.tokenSecret ?? '', person, 1);
  process.exitCode = await runSchemathesis(service.publicUrl, token);
  await service.close();
  await close();
  const errors = await readFile(errorLog, 'utf8');
  if (errors !== '') {
    console.error(`errors in the service's log:\n${errors}`);
    process.exitCode = 1;
  }
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}
