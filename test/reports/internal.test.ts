import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startReportsApp, uniqueCategory } from './report-fixtures.ts';

const app = await startReportsApp();
afterAll(() => app.close());
beforeEach(app.reset);
const { internal, createTicket, series } = app;

describe('reports over tRPC', () => {
  it('returns the report of the public API with English names', async () => {
    const main = uniqueCategory();
    await createTicket({ main });
    const agent = await app.trpc({ role: 'agent' });
    const query = { main, from: '2026-03-10', to: '2026-03-10' };
    const report = await agent.reports.timeSeries.query({ ...query, groupBy: 'month' });
    expect(report).toEqual({
      series: [{ period: '2026-03', total: 1, open: 1, inProgress: 0, resolved: 0, closed: 0 }],
      from: '2026-03-10',
      to: '2026-03-10',
      groupBy: 'month',
      cache: { hit: false },
    });
    expect((await agent.reports.filters.query()).categories).toContainEqual({ main, issues: [] });
    await expect(
      agent.reports.timeSeries.query({ from: '2026-03-10', to: '2026-03-01' }),
    ).rejects.toMatchObject({ data: { code: 'BAD_REQUEST' } });
  });

  it('lets only administrators check and rebuild the counts', async () => {
    await createTicket();
    expect(await internal.reports.check.query()).toEqual({ differences: [] });
    const { db } = app.service.contextFor('test');
    await db.deleteFrom('ticket_count_deltas').execute();
    const { differences } = await internal.reports.check.query();
    expect(differences.length).toBeGreaterThan(0);
    const { tickets } = await internal.reports.rebuild.mutate();
    expect(tickets).toBeGreaterThan(0);
    expect(await internal.reports.check.query()).toEqual({ differences: [] });
    const agent = await app.trpc({ role: 'agent' });
    const refused = { data: { code: 'FORBIDDEN' } };
    await expect(agent.reports.check.query()).rejects.toMatchObject(refused);
    await expect(agent.reports.rebuild.mutate()).rejects.toMatchObject(refused);
  });
});

describe('rebuilding the counts', () => {
  it('corrects reports that are cached already', async () => {
    const main = uniqueCategory();
    await createTicket({ main });
    const { db } = app.service.contextFor('test');
    await internal.jobs.run.mutate({ name: 'fold-ticket-counts' });
    await db
      .updateTable('ticket_category_counts')
      .set({ open: 5 })
      .where('main', '=', main)
      .execute();
    const total = async () => {
      const { data, cache } = await series({ main });
      return { total: data.serie.at(-1)?.total, ...cache };
    };
    expect(await total()).toEqual({ total: 5, hit: false });
    expect(await total()).toMatchObject({ total: 5, hit: true });
    await internal.reports.rebuild.mutate();
    expect(await total()).toEqual({ total: 1, hit: false });
  });
});

describe('the job fold-ticket-counts', () => {
  it('leaves no deltas and does not change reports', async () => {
    const main = uniqueCategory();
    const { id } = await createTicket({ main });
    await internal.tickets.setStatus.mutate({ id, status: 'closed' });
    const before = await series({ main });
    expect(before.data.serie.at(-1)).toMatchObject({ total: 1, fechados: 1 });
    const run = await internal.jobs.run.mutate({ name: 'fold-ticket-counts' });
    expect(run).toMatchObject({ outcome: 'succeeded' });
    const { db } = app.service.contextFor('test');
    expect(await db.selectFrom('ticket_count_deltas').selectAll().execute()).toEqual([]);
    await internal.reports.clearCache.mutate();
    expect((await series({ main })).data).toEqual(before.data);
    expect(await internal.reports.check.query()).toEqual({ differences: [] });
  });
});
