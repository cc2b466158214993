import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '../../db/connection/database.ts';
import {
  durable,
  findPostgres,
  runStatement,
  startPostgres,
  startStandby,
} from '../../scripts/servers/postgres.ts';
import { signedToken } from '../harness.ts';
import { startProcess } from '../process.ts';
import { fleetSecret } from './fleet.ts';
import { addQuizzes, listAttempts, startReaders } from './quiz-readers.ts';

const bin = findPostgres();

const startService = async (databaseUrl: string) => {
  const directory = await mkdtemp(join(tmpdir(), 'leitor-failover-'));
  const running = startProcess('server/main.ts', {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    INTERNAL_PORT: '0',
    DATABASE_URL: databaseUrl,
    AUTH_JWT_SECRET: fleetSecret,
    STORAGE_URL: `file:${directory}`,
    RATE_LIMIT: 'off',
    LOAD_SHEDDING: 'off',
  });
  onTestFinished(async () => {
    await running.end('SIGKILL');
    await rm(directory, { recursive: true });
  });
  const url: string = JSON.parse(await running.line(/"msg":"ready"/)).public;
  return { url, end: running.end };
};

it('a standby that is promoted by hand has each attempt that was acknowledged, once', async () => {
  if (!bin) throw new Error('install PostgreSQL');
  const primary = await startPostgres(bin, durable);
  onTestFinished(primary.stop);
  const standby = await startStandby(bin, primary);
  onTestFinished(standby.stop);
  // Commits wait for the standby; it has no such line itself, because its copy is older.
  await runStatement(primary.url, "alter system set synchronous_standby_names = '*'");
  await runStatement(primary.url, 'select pg_reload_conf()');
  const before = await startService(primary.url);
  const there = await openDatabase({ url: primary.url, poolSize: 1 }, () => undefined);
  const quizzes = await addQuizzes(there.db);
  await there.close();

  const readers = startReaders(before.url, quizzes);
  await vi.waitUntil(() => readers.accepted() > 200, { timeout: 120_000 });
  await primary.crash();
  await vi.waitUntil(() => readers.failed() > 0, { timeout: 120_000 });
  const { accepted } = await readers.stop();
  await before.end('SIGKILL');

  await runStatement(standby.url, 'select pg_promote()');
  const after = await startService(standby.url);
  const { db, close } = await openDatabase({ url: standby.url, poolSize: 1 }, () => undefined);
  onTestFinished(close);
  const attempts = await listAttempts(db);
  expect(attempts).toEqual(expect.arrayContaining(accepted));
  // What was in flight at the crash may have been stored without a response; nothing else is there.
  expect(attempts.length - accepted.length).toBeLessThanOrEqual(2);

  const [quiz, email] = accepted.at(-1)?.split(' ') ?? [];
  const token = await signedToken({ role: 'reader', email: email ?? '' }, fleetSecret);
  const again = await fetch(`${after.url}/quiz/submit`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ quizId: quiz, answers: [] }),
  });
  expect(again.headers.get('x-error-code')).toBe('quiz-already-attempted');
});
