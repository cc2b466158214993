import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../db/connection/database.ts';
import { clonePostgres } from '../../database.ts';
import { startProcess, type TestProcess } from '../../process.ts';
import { openSandbox } from '../edition-fixtures.ts';

let sandbox: Awaited<ReturnType<typeof openSandbox>>;
let clone: Awaited<ReturnType<typeof clonePostgres>>;
let database: Database;
const processes: TestProcess[] = [];

beforeEach(async () => {
  sandbox = await openSandbox(new Date('2026-03-10T15:00:00.000Z'));
  clone = await clonePostgres();
  database = await openDatabase(clone.location, () => undefined);
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map((running) => running.end('SIGKILL')));
  await database.close();
  await clone.drop();
  await sandbox.close();
});

/** Starts services whose clocks show this time. */
const start = async (count: number, clock: string, leaseMs = 2_000) => {
  const started = Array.from({ length: count }, () =>
    startProcess('test/support/service-process.ts', {
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: '0',
      INTERNAL_PORT: '0',
      DATABASE_URL: clone.url,
      AUTH_JWT_SECRET: 's'.repeat(40),
      CLOCK: clock,
      LEASE_MS: String(leaseMs),
      ...sandbox.env,
    }),
  );
  processes.push(...started);
  await Promise.all(started.map((running) => running.line(/"msg":"ready"/)));
  return started;
};

const quizDates = async () =>
  (await database.db.selectFrom('quizzes').select('title').execute()).map(({ title }) => title);

const until = async <T>(look: () => Promise<T | undefined>): Promise<T> => {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await pause(50)) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error(processes.flatMap(({ lines }) => lines).join('\n'));
};
const aQuiz = () => until(async () => ((await quizDates()).length > 0 ? true : undefined));

/** The process that works on the run, by what it wrote into the lease. */
const worker = () =>
  until(async () => {
    const run = await database.db
      .selectFrom('job_runs')
      .select('owner')
      .where('job', '=', 'daily-quiz')
      .where('done_at', 'is', null)
      .executeTakeFirst();
    const pid = Number(run?.owner.split(':').at(-2));
    return sandbox.model.requests.length > 0
      ? processes.find(({ child }) => child.pid === pid)
      : undefined;
  });

// Services look at the clock every ten seconds.
const aLook = 11_000;

describe('four processes on one database', () => {
  it('generate one quiz at noon with one model call', async () => {
    // Nobody is to lose the run, however busy the machine is.
    await start(4, '2026-03-10T14:59:57.000Z', 60_000);
    expect(await quizDates()).toEqual([]);
    await aQuiz();
    await pause(aLook);
    expect(await quizDates()).toHaveLength(1);
    expect(sandbox.model.requests).toHaveLength(1);
  });

  it("finish a killed process's run", async () => {
    sandbox.model.next('hang');
    await start(4, '2026-03-10T15:00:01.000Z');
    const working = await worker();
    await working.end('SIGKILL');
    await aQuiz();
    await pause(aLook);
    expect(await quizDates()).toHaveLength(1);
    expect(sandbox.model.requests).toHaveLength(2);
  });

  it('take over from a frozen process, which publishes nothing when it wakes', async () => {
    sandbox.model.next('slow');
    await start(4, '2026-03-10T15:00:01.000Z');
    const working = await worker();
    working.child.kill('SIGSTOP');
    await aQuiz();
    const [title] = await quizDates();
    working.child.kill('SIGCONT');
    await working.line(/"msg":"job failed"/);
    expect(await quizDates()).toEqual([title]);
    const runs = await database.db
      .selectFrom('job_runs')
      .selectAll()
      .where('job', '=', 'daily-quiz')
      .execute();
    expect(runs).toMatchObject([{ attempts: 2, error: null }]);
  });

  it('release a run at SIGTERM for another process to finish', async () => {
    sandbox.model.next('hang');
    await start(2, '2026-03-10T15:00:01.000Z');
    const working = await worker();
    expect(await working.end('SIGTERM')).toBe(0);
    await aQuiz();
    expect(await quizDates()).toHaveLength(1);
  });
});

describe('a process that starts at 14:00', () => {
  it('generates the missed quiz at once', async () => {
    await start(1, '2026-03-10T17:00:00.000Z');
    await aQuiz();
  });
});
