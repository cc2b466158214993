import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { developmentSecret } from '../server/auth/development-secret.ts';
import { parseConfig } from '../server/config/config.ts';
import { demoPeople } from './seed/demo-people.ts';
import { issueToken } from './tokens/issue-token.ts';

// `npm run example -- reader`: starts an example of examples/ on the packed SDK, beside `npm
// start`, and prints its address.

const root = fileURLToPath(new URL('..', import.meta.url));
const name = process.argv[2] ?? '';
const directory = join(root, 'examples', name);
const person = demoPeople.find(({ role }) => role === name);
if (!person || !existsSync(directory)) {
  console.error(`usage: npm run example -- ${readdirSync(join(root, 'examples')).join('|')}`);
  process.exit(1);
}

const npm = (args: readonly string[], cwd: string) =>
  execFileSync('npm', [...args, '--loglevel', 'error'], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
  });

const packed = mkdtempSync(join(tmpdir(), 'leitor-example-'));
try {
  npm(['pack', '-w', 'packages/sdk', '--pack-destination', packed], root);
  const [file = ''] = readdirSync(packed);
  npm(['install', '--no-save', '--no-audit', '--no-fund', join(packed, file)], directory);
} finally {
  rmSync(packed, { recursive: true, force: true });
}

const config = parseConfig(process.env);
const keys = config.auth.keys ?? { secret: await developmentSecret(config.dataDirectory) };
const token = 'secret' in keys ? await issueToken(config, keys.secret, person, 30) : '';
const { host, port } = config.listen;
const hash = new URLSearchParams({ api: config.publicUrl ?? `http://${host}:${port}`, token });
console.log(`\n  http://localhost:5173/#${hash}\n`);
if (config.corsOrigins.length > 0 && !config.corsOrigins.includes('http://localhost:5173')) {
  console.log('  The service must run with CORS_ORIGINS=http://localhost:5173\n');
}
const vite = spawn(join(directory, 'node_modules/.bin/vite'), ['--port', '5173', '--strictPort'], {
  cwd: directory,
  stdio: 'inherit',
});
vite.once('exit', (code) => process.exit(code ?? 1));
