import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { keepLease } from '../../server/jobs/lease.ts';
import { stubDatabase } from '../db/stub-database.ts';

afterEach(() => vi.useRealTimers());

/** A database whose every statement succeeds when its reply is let through. */
const slowDatabase = () => {
  const replies: (() => void)[] = [];
  const db = stubDatabase(async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    replies.push(resolve);
    await promise;
    return { rows: [], numAffectedRows: 1n };
  });
  return { db, replies };
};

describe('a lease whose extension takes long', () => {
  it('counts from when the extension was sent', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const { db, replies } = slowDatabase();
    const run = { job: 'noon', scheduledFor: new Date(), fence: 1 };
    const lease = keepLease({ db, log: pino({ level: 'silent' }) }, run, 300);
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
