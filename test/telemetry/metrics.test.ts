import { afterAll, describe, expect, it } from 'vitest';
import { insertPendingAttachment, openTicket } from '../attachments/attachment-helpers.ts';
import { startReplyFixture } from '../replies/reply-fixtures.ts';
import { type Exposition, readMetrics } from './exposition.ts';

const clock = { now: new Date() };
const pass = (ms: number) => {
  clock.now = new Date(clock.now.getTime() + ms);
};
const mailServer = { refuses: undefined as number | undefined };
const fixture = await startReplyFixture({
  env: { RATE_LIMIT: 'on' },
  now: () => clock.now,
  mail: {
    onRecipient: () => {
      if (mailServer.refuses === undefined) return;
      throw Object.assign(new Error('refused'), { responseCode: mailServer.refuses });
    },
  },
});
afterAll(() => fixture.close());
const { app } = fixture;
const trpc = await app.trpc();

/** How much the metrics grew while `work` ran. */
const growth = async (work: () => Promise<unknown>): Promise<Exposition['sum']> => {
  const before = await readMetrics(app);
  await work();
  const after = await readMetrics(app);
  return (name, labels) => after.sum(name, labels) - before.sum(name, labels);
};

describe('/metrics', () => {
  it('counts requests by route, and those of the internal API by procedure', async () => {
    const grown = await growth(async () => {
      await (await app.client()).deleteTag({ params: { id: 999_999 } });
      await trpc.tags.list.query();
      await fetch(`${app.internalUrl}/trpc/made.up`);
    });
    const count = 'http_request_duration_seconds_count';
    const route = (name: string, status: string) => grown(count, { route: name, status });
    expect(route('/support/tags/:id', '404')).toBe(1);
    expect(route('/trpc/tags.list', '200')).toBe(1);
    expect(route('none', '401')).toBe(1);
  });

  it('counts what the janitor removes, and reports when its job succeeded', async () => {
    const ticket = await openTicket(app);
    await insertPendingAttachment(app, {
      ticketId: ticket.id,
      path: `support/${ticket.id}/morto.txt`,
      createdAt: clock.now,
      leaseMs: 0,
    });
    pass(1_000);
    const started = performance.now();
    const grown = await growth(() => trpc.jobs.run.mutate({ name: 'attachments-janitor' }));
    const seconds = (performance.now() - started) / 1_000;
    expect(grown('janitor_files_total', { reason: 'upload', outcome: 'removed' })).toBe(1);
    const job = { job_name: 'attachments-janitor' };
    expect(grown('job_run_duration_seconds_count', { ...job, outcome: 'succeeded' })).toBe(1);
    expect(grown('job_run_duration_seconds_sum', { ...job, outcome: 'succeeded' })).toBeLessThan(
      seconds,
    );
    expect(grown('job_last_success_timestamp_seconds', job)).toBeGreaterThan(0);
  });

  it('has no e-mail or id in any label', async () => {
    const { samples } = await readMetrics(app);
    const values = samples.flatMap(({ labels: { le, ...labels } }) => Object.values(labels));
    expect(values.length).toBeGreaterThan(100);
    expect(values.filter((value) => /@|[0-9a-f]{8}-|\d{4,}/.test(value))).toEqual([]);
  });
});
