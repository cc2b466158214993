import { expect } from 'vitest';
import { extendLease, findRun } from '../../db/jobs/jobs.ts';
import { minuteMs } from '../../server/core/civil-time.ts';
import { inTransaction } from '../../server/core/context.ts';
import type { Job } from '../../server/jobs/job.ts';
import type { JobRunner } from '../../server/jobs/runner.ts';
import { openJobEnvironment } from './job-fixtures.ts';
import {
  type Ending,
  type Held,
  leaseMinutes,
  type Machine,
  retryPauses,
  windowMinutes,
} from './lease-machine.ts';

const leaseMs = leaseMinutes * minuteMs;
// A civil midnight in São Paulo.
const midnight = Date.parse('2026-03-10T03:00:00Z');
const momentOf = (minutes: number) => new Date(midnight + minutes * minuteMs);
const minutesOf = (moment: Date) => (moment.getTime() - midnight) / minuteMs;

/** One process: its runner, and the attempt that it is at. */
interface Instance {
  name: string;
  runner: JobRunner;
  attempt: Attempt;
}

interface Attempt {
  /** Resolves with the scheduled time once the job's work begins. */
  begun: PromiseWithResolvers<number>;
  /** How its work ends. */
  ending: PromiseWithResolvers<Ending>;
  /** Resolves when the runner has stored the outcome. */
  over: Promise<unknown>;
}

/**
 * Who works on what, as the work itself reports it; its lease ends at `until` unless it was
 * renewed.
 */
interface Work {
  name: string;
  key: number;
  until: number;
}

const jobName = 'every-hour';

/** Several processes with one database, and what can happen to them. */
export type LeaseWorld = Awaited<ReturnType<typeof openLeaseWorld>>;

export const openLeaseWorld = async (size: number) => {
  const { db, clock, pass, runner, close } = await openJobEnvironment(momentOf(0).toISOString());
  const instances: Instance[] = [];
  const everybody: Instance[] = [];
  let working: Work[] = [];

  const newAttempt = (): Attempt => ({
    begun: Promise.withResolvers(),
    ending: Promise.withResolvers(),
    over: Promise.resolve(),
  });

  const newInstance = (): Instance => {
    const name = `process ${everybody.length}`;
    const job: Job = {
      name: jobName,
      schedule: '0 * * * *',
      mode: 'once',
      windowMs: windowMinutes * minuteMs,
      retryPausesMs: retryPauses.map((pause) => pause * minuteMs),
      run: async (ctx, run) => {
        const key = minutesOf(run.scheduledFor);
        const now = minutesOf(clock.now);
        // Never two holders at once.
        const others = working.filter(({ until }) => until > now);
        working.push({ name, key, until: others.length > 0 ? Number.NaN : now + leaseMinutes });
        instance.attempt.begun.resolve(key);
        const ending = await instance.attempt.ending.promise;
        if (ending === 'fails') throw new Error('failed');
        if (ending !== 'publishes') return;
        await inTransaction(ctx, async (tx) => {
          const tag = { name: `${key} by ${name}`, color: '#000000' };
          await tx.db.insertInto('tags').values(tag).execute();
        });
      },
    };
    const instance = { name, runner: runner([job], { leaseMs }), attempt: newAttempt() };
    everybody.push(instance);
    return instance;
  };

  const at = (index: number): Instance => {
    const instance = instances[index];
    if (!instance) throw new Error(`no instance ${index}`);
    return instance;
  };

  /** Starts something that may run the job; returns the key of the run that it got, if any. */
  const start = async (index: number, how: (runner: JobRunner) => Promise<unknown>) => {
    const instance = at(index);
    const attempt = newAttempt();
    instance.attempt = attempt;
    attempt.over = how(instance.runner).catch(() => undefined);
    return Promise.race([attempt.begun.promise, attempt.over.then(() => undefined)]);
  };

  const leave = ({ name }: Instance) => {
    working = working.filter((work) => work.name !== name);
  };

  const world = {
    reset: async (machine: Machine) => {
      await Promise.all(everybody.splice(0).map(({ runner }) => runner.stop()));
      working = [];
      clock.now = momentOf(machine.now);
      await db.deleteFrom('job_runs').execute();
      await db.deleteFrom('tags').execute();
      instances.splice(0, instances.length, ...Array.from({ length: size }, newInstance));
    },
    tick: (index: number) => start(index, (one) => one.tick()),
    runNow: (index: number) => start(index, (one) => one.run(jobName)),
    /** Ends what an instance works on, and waits until that is stored. */
    end: async (index: number, ending: Ending) => {
      const instance = at(index);
      if (ending === 'stops') {
        await instance.runner.stop();
        instances[index] = newInstance();
      }
      instance.attempt.ending.resolve(ending);
      await instance.attempt.over;
      leave(instance);
    },
    /** The process is gone without a word; another one starts in its place. */
    crash: (index: number) => {
      instances[index] = newInstance();
    },
    /** What the timer of a lease does. */
    renew: async (index: number, { key, fence }: Held) => {
      const run = { job: jobName, scheduledFor: momentOf(key), fence };
      const renewed = await extendLease(db, run, leaseMs);
      const { name } = at(index);
      for (const work of working)
        if (renewed && work.name === name) work.until = minutesOf(clock.now) + leaseMinutes;
      return renewed;
    },
    pass: async (minutes: number) => {
      await pass(minutes * minuteMs);
    },
    /** How often each run was published, by key. */
    published: async () => {
      const tags = await db.selectFrom('tags').select('name').execute();
      return tags.map(({ name }) => Number(name.split(' ')[0])).sort((a, b) => a - b);
    },
    compare: async (machine: Machine, published: readonly number[]) => {
      expect(working.filter(({ until }) => Number.isNaN(until))).toEqual([]);
      for (const [key, { fence, leaseUntil, done, retryAt }] of machine.runs) {
        const row = await findRun(db, { job: jobName, scheduledFor: momentOf(key) });
        const pausedUntil = row?.retryAt ?? null;
        const pauseEnd =
          pausedUntil && machine.now + Math.round((pausedUntil.getTime() - Date.now()) / minuteMs);
        expect([key, row?.attempts, row?.held, row?.doneAt !== null, pauseEnd]).toEqual([
          key,
          fence,
          !done && leaseUntil > machine.now,
          done,
          retryAt,
        ]);
      }
      expect(await world.published()).toEqual([...published].sort((a, b) => a - b));
      expect(new Set(published).size).toBe(published.length);
    },
    close,
  };
  return world;
};
