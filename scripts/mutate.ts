import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../db/connection/database.ts';
import { migrate } from '../db/migrate.ts';
import { type FileScore, scoreHeader, scoreLine, scoresIn } from './mutation/report.ts';
import { testsOf } from './mutation/tests-of.ts';
import { findPostgres, runStatement, startPostgres } from './servers/postgres.ts';
import { findRedis, startRedis } from './servers/redis.ts';

// `npm run mutate [-- path…]`: changes the code in small ways, one at a time, and counts which changes the tests notice. A path is
// a file, lines of one (`file.ts:10-12`) or a folder of db/ or server/; --sample draws some of their mutants, by chance; --changed takes
// the lines that differ from a branch, for five minutes at most.

const usage = `usage: npm run mutate -- path… [--sample N [--seed S]] [--tests pattern,…] [--concurrency N]
       npm run mutate -- --changed [branch]     (default: main)`;
const stryker = 'scripts/mutation/node_modules/@stryker-mutator/core/bin/stryker.js';
const shortFormMs = 300_000;
const mutable = /^(?:db|server)\/(?!migrations\/|schema\.ts).*\.ts$/;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'boolean', default: false },
    sample: { type: 'string' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    tests: { type: 'string' },
    concurrency: { type: 'string', default: '2' },
  },
});

/** Sources with what is to be mutated in each: the whole file, or `file:from-to` line ranges. */
type Targets = Map<string, string[]>;

const targetsAt = (paths: readonly string[]): Targets => {
  const targets: Targets = new Map();
  const add = (file: string, mutate: string) => {
    if (mutable.test(file) && existsSync(file))
      targets.set(file, [...(targets.get(file) ?? []), mutate]);
  };
  for (const path of paths) {
    const [, file] = /^(.*\.ts)(?::\d+-\d+)?$/.exec(path) ?? [];
    if (file !== undefined) add(file, path);
    else for (const found of globSync(`${path}/**/*.ts`)) add(found, found);
  }
  return targets;
};

const changedSince = (branch: string): Targets => {
  const diff = execFileSync('git', ['diff', '-U0', `${branch}...HEAD`, '--', 'db', 'server'], {
    encoding: 'utf8',
  });
  const targets: Targets = new Map();
  let file = '';
  for (const line of diff.split('\n')) {
    const [, path] = /^\+\+\+ b\/(.*)$/.exec(line) ?? [];
    if (path !== undefined) file = path;
    const [, from, count = '1'] = /^@@ .* \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (from === undefined || count === '0' || !mutable.test(file)) continue;
    const range = `${file}:${from}-${Number(from) + Number(count) - 1}`;
    targets.set(file, [...(targets.get(file) ?? []), range]);
  }
  return targets;
};

/** The targets in groups that the same tests are for. A sample is drawn from all of them: one group. */
const byTests = (targets: Targets): Map<string, string[]> => {
  if (values.sample) {
    const tests = values.tests ?? testsOf([...targets.keys()]).join(',');
    return new Map([[tests, [...targets.values()].flat()]]);
  }
  const groups = new Map<string, string[]>();
  for (const [file, mutate] of targets) {
    const tests = values.tests ?? testsOf([file]).join(',');
    if (tests === '') console.log(`no tests are known for ${file}`);
    else groups.set(tests, [...(groups.get(tests) ?? []), ...mutate]);
  }
  return groups;
};

const runStryker = async (
  directory: string,
  mutate: readonly string[],
  env: Record<string, string>,
): Promise<FileScore[]> => {
  const config = join(directory, 'stryker.json');
  const reportFile = join(directory, 'mutation.json');
  await writeFile(
    config,
    JSON.stringify({
      mutate,
      testRunner: 'vitest',
      plugins: [
        '@stryker-mutator/vitest-runner',
        resolve('scripts/mutation/ignore-logs.ts'),
        resolve('scripts/mutation/sample.ts'),
      ],
      ignorers: ['logs'],
      checkers: values.sample ? ['sample'] : [],
      coverageAnalysis: 'perTest',
      vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
      reporters: ['json'],
      jsonReporter: { fileName: reportFile },
      concurrency: Number(values.concurrency),
      // A busy machine must not look like an endless loop.
      timeoutMS: 10_000,
      timeoutFactor: 2,
      dryRunTimeoutMinutes: 20,
      tempDirName: '.stryker',
      ignorePatterns: ['/.data', '/bench', '/clients', '/deploy'],
      // TypeScript 7 has no API for Stryker to rewrite it with.
      tsconfigFile: 'none.json',
      disableTypeChecks: true,
      allowEmpty: true,
      logLevel: 'warn',
    }),
  );
  const child = spawn(process.execPath, [stryker, 'run', config], {
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('Stryker failed');
  return existsSync(reportFile) ? scoresIn(await readFile(reportFile, 'utf8')) : [];
};

const migrateTemplate = async (server: string): Promise<string> => {
  const template = 'leitor_mutation';
  await runStatement(server, `create database ${template}`);
  const url = new URL(server);
  url.pathname = `/${template}`;
  const database = await openDatabase({ url: url.href, poolSize: 2 }, (error) => {
    throw error;
  });
  await migrate(database.db);
  await database.close();
  return template;
};

const run = async (): Promise<FileScore[]> => {
  if (!existsSync(stryker)) throw new Error('first: npm ci --prefix scripts/mutation');
  const postgres = findPostgres();
  const redis = findRedis();
  if (!postgres || !redis) throw new Error('mutation testing needs PostgreSQL and Redis');
  const groups = byTests(
    values.changed ? changedSince(positionals[0] ?? 'main') : targetsAt(positionals),
  );
  const directory = await mkdtemp(join(tmpdir(), 'leitor-mutation-'));
  const servers = await Promise.all([startPostgres(postgres), startRedis(redis)]);
  const scores: FileScore[] = [];
  const started = performance.now();
  try {
    const [{ url: database }, { url: cache }] = servers;
    const template = await migrateTemplate(database);
    for (const [tests, mutate] of groups) {
      if (values.changed && performance.now() - started > shortFormMs) {
        console.log(`left out after five minutes: ${mutate.join(', ')}`);
        continue;
      }
      console.log(`${mutate.length} files or ranges against ${tests}`);
      const env = {
        TEST_DATABASE_URL: database,
        TEST_REDIS_URL: cache,
        NODE_COMPILE_CACHE: resolve('node_modules/.cache/compile'),
      };
      const names = {
        MUTATION_TEMPLATE: template,
        MUTATION_TESTS: tests,
        MUTATION_SAMPLE: values.sample ?? '',
        MUTATION_SEED: values.seed,
      };
      scores.push(...(await runStryker(directory, mutate, { ...env, ...names })));
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await rm(directory, { recursive: true, force: true });
  }
  return scores;
};

try {
  if (!values.changed && positionals.length === 0) throw new Error(usage);
  if (values.sample && !(Number(values.sample) > 0)) throw new Error(usage);
  const scores = await run();
  for (const { worthALook } of scores) for (const mutant of worthALook) console.log(mutant);
  if (values.sample) console.log(`\nsample of ${values.sample}, --seed ${values.seed}`);
  console.log(`\n${scoreHeader}`);
  for (const score of scores) if (score.run > 0) console.log(scoreLine(score.file, [score]));
  console.log(scoreLine('**together**', scores));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
