import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Schema } from '../../db/schema.ts';
import { keepLease } from '../../server/jobs/lease.ts';

afterEach(() => vi.useRealTimers());

/** A database whose every statement succeeds when its reply is let through. */
const slowDatabase = () => {
  const replies: (() => void)[] = [];
  class SlowDriver extends DummyDriver {
    override async acquireConnection() {
      return {
        executeQuery: async () => {
          const { promise, resolve } = Promise.withResolvers<void>();
          replies.push(resolve);
          await promise;
          return { rows: [], numAffectedRows: 1n };
        },
        streamQuery: () => {
          throw new Error('streams nothing');
        },
      };
    }
  }
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new SlowDriver(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
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
