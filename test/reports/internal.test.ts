import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { foldResponseTimes } from '../../server/reports/ledger.ts';
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
    expect(report).toMatchObject({
      series: [{ period: '2026-03', total: 1, open: 1 }],
      cache: { hit: false },
    });
    const closed = await agent.reports.timeSeries.query({ ...query, status: 'closed' });
    expect(closed.series).toMatchObject([{ period: '2026-03-10', total: 0, open: 0 }]);
    expect((await agent.reports.filters.query()).categories).toContainEqual({ main, issues: [] });
  });

  it('counts by issue, newsletter and tag, and by the hour of the week', async () => {
    const main = uniqueCategory();
    const fields = { main, issue: 'Boleto', newsletter: `Bom dia ${main}` };
    const { id: tagId } = await internal.tags.create.mutate({
      name: main.slice(-30),
      color: '#112233',
    });
    // A Monday at 23:30 and a Tuesday at 00:30 in São Paulo.
    const monday = await createTicket({ ...fields, createdAt: '2026-03-10T02:30:00Z' });
    await createTicket({ ...fields, createdAt: '2026-03-10T03:30:00Z' });
    await createTicket({ main, issue: 'Cartão', createdAt: '2026-03-03T02:30:00Z' });
    await internal.tickets.addTag.mutate({ id: monday.id, tagId });
    await internal.tickets.setStatus.mutate({ id: monday.id, status: 'resolved' });
    const days = async (asked: Parameters<typeof internal.reports.timeSeries.query>[0]) => {
      const { series: all } = await internal.reports.timeSeries.query({ main, ...asked });
      return all.filter(({ total }) => total > 0).map(({ period, total }) => [period, total]);
    };
    const both = [
      ['2026-03-09', 1],
      ['2026-03-10', 1],
    ];
    // Each has its own cached report.
    expect(await days({})).toEqual([['2026-03-02', 1], ...both]);
    expect(await days({ tagId })).toEqual([both[0]]);
    expect(await days({ newsletter: fields.newsletter })).toEqual(both);
    expect(await days({ status: 'resolved' })).toEqual([both[0]]);
    expect(await days({ issue: 'Boleto' })).toEqual(both);
    expect(await days({ main: undefined, newsletter: fields.newsletter })).toEqual(both);
    expect(await days({ newsletter: fields.newsletter, status: 'open' })).toEqual([both[1]]);
    expect(await days({ main: undefined, tagId })).toEqual([both[0]]);
    const week = { from: '2026-02-10', to: '2026-03-10', groupBy: 'hourOfWeek' } as const;
    expect(await days(week)).toEqual([
      ['1 23:00', 2],
      ['2 00:00', 1],
    ]);
  });

  it('checks and rebuilds the counts', async () => {
    await internal.jobs.run.mutate({ name: 'fold-ticket-counts' });
    const [first, second] = [`A ${uniqueCategory()}`, `B ${uniqueCategory()}`];
    const created = { late: '2026-03-09T15:40:00Z', early: '2026-03-09T14:20:00Z' };
    const { id } = await createTicket({ main: first, createdAt: created.late });
    await internal.tickets.setStatus.mutate({ id, status: 'in_progress' });
    await createTicket({ main: second, createdAt: created.early });
    expect(await internal.reports.check.query()).toEqual({ differences: [] });
    const { db } = app.service.contextFor('test');
    await db.deleteFrom('ticket_count_deltas').execute();
    const none = { open: 0, inProgress: 0, resolved: 0, closed: 0 };
    expect((await internal.reports.check.query()).differences).toEqual([
      { ...none, hour: '2026-03-09T14:00:00.000Z', main: second, open: 1 },
      { ...none, hour: '2026-03-09T15:00:00.000Z', main: first, inProgress: 1 },
    ]);
    const { tickets } = await internal.reports.rebuild.mutate();
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from tickets`.execute(db);
    expect(tickets).toBe(rows[0]?.count);
    const { items } = await internal.audit.list.query({ action: 'reports.rebuild', limit: 1 });
    expect(items).toMatchObject([{ target: 'report:counts' }]);
    expect(await internal.reports.check.query()).toEqual({ differences: [] });
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

describe('the job after rebuilding the counts', () => {
  it('corrects the times of responses', async () => {
    const main = uniqueCategory();
    for (const createdAt of ['2026-03-05T12:00:00Z', '2026-03-06T12:00:00Z']) {
      const { id } = await createTicket({ main, createdAt });
      await internal.tickets.addMessage.mutate({ id, author: 'Ana', origin: 'agent', body: 'Oi' });
    }
    const fold = () => internal.jobs.run.mutate({ name: 'fold-ticket-counts' });
    const repliesOf = async () => {
      await internal.reports.clearCache.mutate();
      const asked = { from: '2026-03-05', to: '2026-03-05', by: 'category' as const, main };
      return (await internal.reports.responseTimes.query(asked)).items;
    };
    await fold();
    const right = await repliesOf();
    expect(right).toMatchObject([{ tickets: 1, firstReplies: 1 }]);
    const { db } = app.service.contextFor('test');
    await db
      .updateTable('ticket_response_times')
      .set({ tickets: 7 })
      .where('name', '=', main)
      .execute();
    expect(await repliesOf()).toMatchObject([{ tickets: 7 }]);
    await internal.reports.rebuild.mutate();
    const ctx = app.service.contextFor('test');
    // Two days at once, of which no second ones follow in a process that stops.
    expect(await foldResponseTimes(ctx, AbortSignal.abort())).toBe(2);
    await fold();
    expect(await repliesOf()).toEqual(right);
  });
});
