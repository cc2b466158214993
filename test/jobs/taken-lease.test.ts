import { once } from 'node:events';
import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../db/connection/database.ts';
import { claimRun } from '../../db/jobs/jobs.ts';
import { RunLostError } from '../../server/jobs/job.ts';
import { keepLease } from '../../server/jobs/lease.ts';
import { cloneDatabase } from '../database.ts';

const clone = await cloneDatabase();
const { db, close } = await openDatabase(clone.location, () => undefined);
afterAll(async () => {
  await close();
  await clone.drop();
});

const leaseMs = 3_600_000;
const log = pino({ level: 'silent' });

// An hour's lease is extended every 20 minutes, which the test lets pass; the clock that the lease
// ends by stands still.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a lease', () => {
  it('is lost at the first extension after another process took the run over', async () => {
    const key = { job: 'noon', scheduledFor: new Date() };
    const held = await claimRun(db, key, { owner: 'first', leaseMs });
    if (!held) throw new Error('the run was not claimed');
    const lease = keepLease({ db, log }, held, leaseMs);
    const aborted = once(lease.signal, 'abort');
    await db.updateTable('job_runs').set({ attempts: 2 }).where('job', '=', 'noon').execute();
    expect(lease.signal.aborted).toBe(false);
    vi.advanceTimersByTime(leaseMs / 3);
    await aborted;
    expect(lease.signal.reason).toBeInstanceOf(RunLostError);
    lease.release();
  });
});
