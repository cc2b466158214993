import { once } from 'node:events';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../db/connection/database.ts';
import { RunLostError } from '../../server/jobs/job.ts';
import { keepLease } from '../../server/jobs/lease.ts';
import { cloneDatabase } from '../database.ts';

const clone = await cloneDatabase();
afterAll(() => clone.drop());

const leaseMs = 150;
const said: { msg: string; job: string }[] = [];
const log = pino({}, { write: (line: string) => void said.push(JSON.parse(line)) });

describe('a lease', () => {
  it('is lost once the database has been unreachable for its whole length, and not before', async () => {
    const { db, ping, close } = await openDatabase(clone.location, () => undefined);
    await ping();
    await close();
    const started = performance.now();
    const run = { job: 'noon', scheduledFor: new Date(), fence: 1 };
    const lease = keepLease({ db, log }, run, leaseMs);
    expect(lease.signal.aborted).toBe(false);
    await once(lease.signal, 'abort');
    expect(performance.now() - started).toBeGreaterThanOrEqual(leaseMs);
    expect(lease.signal.reason).toBeInstanceOf(RunLostError);
    const lines = new Set(said.map(({ msg, job }) => `${job}: ${msg}`));
    expect([...lines]).toEqual(['noon: could not extend the lease of a job']);
    lease.release();
  });
});
