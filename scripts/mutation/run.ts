import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { findPostgres, startPostgres } from '../servers/postgres.ts';
import { findRedis, startRedis } from '../servers/redis.ts';

// `npm run mutate -- PATH… [--tests PATTERN,…]`: changes code in small ways, one at a time, and
// prints the changes that no test notices. A path is a file, lines of one (`file.ts:10-12`) or a
// folder of db/ or server/; the tests are those of its domain.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tests: { type: 'string' } },
});

/** The tests of a source file: those of `server/tags/wire.ts` and `db/tags/tags.ts` are in `test/tags`. */
const testsOf = (path: string): string =>
  `test/${path.split('/')[1]?.replace(/\.ts(:.*)?$/, '')}/**/*.test.ts`;

const mutate = positionals.map((path) => (/\.ts(:|$)/.test(path) ? path : `${path}/**/*.ts`));
const postgres = findPostgres();
const redis = findRedis();
if (!postgres || !redis) throw new Error('mutation testing needs PostgreSQL and Redis');
const servers = await Promise.all([startPostgres(postgres), startRedis(redis)]);
try {
  const [{ url: TEST_DATABASE_URL }, { url: TEST_REDIS_URL }] = servers;
  const MUTATION_TESTS = values.tests ?? [...new Set(positionals.map(testsOf))].join(',');
  const stryker = 'scripts/mutation/node_modules/@stryker-mutator/core/bin/stryker.js';
  const config = 'scripts/mutation/stryker.config.json';
  const child = spawn(process.execPath, [stryker, 'run', config, '--mutate', mutate.join(',')], {
    env: { ...process.env, TEST_DATABASE_URL, TEST_REDIS_URL, MUTATION_TESTS },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  process.exitCode = code ?? 1;
} finally {
  await Promise.all(servers.map((server) => server.stop()));
}
