import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Query, startReportsApp, uniqueCategory } from './report-fixtures.ts';

const app = await startReportsApp();
afterAll(() => app.close());
beforeEach(app.reset);
const { api, clock, createTicket, series } = app;

describe('the cache of reports', () => {
  const url = () => `${app.url}/support/relatorios/serie-temporal?agrupar_por=hora`;
  const bytes = async (address: string) => {
    const response = await fetch(address, {
      headers: { authorization: `Bearer ${await app.token({ role: 'agent' })}` },
    });
    const text = await response.text();
    return { text: text.replace(/,"cache":\{[^}]*\}/, ''), cache: JSON.parse(text).cache };
  };

  it('returns the same bytes for two hours, with their age', async () => {
    await createTicket();
    const first = await bytes(url());
    expect(first.cache).toEqual({ hit: false });
    await createTicket();
    clock.now = new Date(clock.now.getTime() + 12_999);
    const second = await bytes(url());
    expect(second.cache).toEqual({ hit: true, age: 12, expiresIn: 7_188 });
    expect(second.text).toBe(first.text);
    clock.now = new Date(clock.now.getTime() + 7_200_000 - 13_000);
    expect((await bytes(url())).cache).toEqual({ hit: true, age: 7_199, expiresIn: 1 });
    clock.now = new Date(clock.now.getTime() + 1);
    const third = await bytes(url());
    expect(third.cache).toEqual({ hit: false });
    expect(third.text).not.toBe(first.text);
  });

  it('caches reports with different parameters separately', async () => {
    const main = uniqueCategory();
    await createTicket({ main });
    const questions: Query[] = [
      {},
      { status: 'open' },
      { status: 'closed' },
      { main },
      { main, status: 'open' },
      { agrupar_por: 'mes' },
      { data_inicio: '2026-03-01' },
      { data_fim: '2026-03-09' },
    ];
    expect((await series({ main: main.toLowerCase() })).data.serie.at(-1)?.total).toBe(0);
    for (const question of questions) expect((await series(question)).cache.hit).toBe(false);
    for (const question of questions) expect((await series(question)).cache.hit).toBe(true);
  });

  it('caches a category without tickets for two hours, too, whatever the clocks of two processes', async () => {
    const main = uniqueCategory();
    expect((await series({ main })).cache).toEqual({ hit: false });
    expect((await series({ main })).cache).toEqual({ hit: true, age: 0, expiresIn: 7_200 });
    // The clock of the process that cached it was ahead.
    clock.now = new Date(clock.now.getTime() - 5_000);
    expect((await series({ main })).cache).toEqual({ hit: true, age: 0, expiresIn: 7_200 });
  });

  it('is cleared by an agent', async () => {
    await series();
    await api.getReportFilters();
    const email = `${crypto.randomUUID()}@exemplo.com.br`;
    const agent = await app.trpc({ role: 'agent', email });
    expect(await agent.reports.clearCache.mutate()).toEqual({ cleared: true });
    expect((await series()).cache.hit).toBe(false);
    const { items } = await app.internal.audit.list.query({ actor: email });
    expect(items).toMatchObject([{ action: 'reports.clearCache', target: 'report:cache' }]);
    const filters = await api.getReportFilters();
    expect(filters.body).toMatchObject({ cache: { hit: false } });
  });
});
