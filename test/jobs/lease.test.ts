import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RunLostError } from '../../server/jobs/job.ts';
import { keepLease } from '../../server/jobs/lease.ts';
import { stubDatabase } from '../db/stub-database.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => vi.useRealTimers());

/** A lease of 300 ms, extended every 100 by a database that changes so many rows. */
const aLease = (extend: () => Promise<bigint>) => {
  const db = stubDatabase(async () => ({ rows: [], numAffectedRows: await extend() }));
  const run = { job: 'noon', scheduledFor: new Date(), fence: 1 };
  return keepLease({ db, log: pino({ level: 'silent' }) }, run, 300);
};

describe('the lease of a job', () => {
  it('is lost once the database has been unreachable for its whole length', async () => {
    const lease = aLease(() => Promise.reject(new Error('away')));
    await vi.advanceTimersByTimeAsync(300);
    expect(lease.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(lease.signal.reason).toBeInstanceOf(RunLostError);
    lease.release();
  });

  it('is lost once another process has taken the run over', async () => {
    const lease = aLease(async () => 0n);
    await vi.advanceTimersByTimeAsync(100);
    expect(lease.signal.reason).toBeInstanceOf(RunLostError);
    lease.release();
  });

  it('counts from when its extension was sent', async () => {
    const replies: (() => void)[] = [];
    const lease = aLease(() => new Promise((resolve) => replies.push(() => resolve(1n))));
    // Sent after 100 ms, it is done after 290; the next one never is.
    await vi.advanceTimersByTimeAsync(290);
    replies[0]?.();
    await vi.advanceTimersByTimeAsync(110);
    expect(replies).toHaveLength(2);
    expect(lease.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(lease.signal.aborted).toBe(true);
    lease.release();
  });
});
