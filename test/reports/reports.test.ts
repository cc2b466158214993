import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startReportsApp, uniqueCategory } from './report-fixtures.ts';

const app = await startReportsApp();
afterAll(() => app.close());
beforeEach(app.reset);
const { api, internal, clock, createTicket, series } = app;

describe('GET /support/relatorios/serie-temporal', () => {
  it('counts by day, by default from 30 days before today to today', async () => {
    const main = uniqueCategory();
    // The last second of 10 March in São Paulo.
    clock.now = new Date('2026-03-11T02:59:59Z');
    await createTicket({ main, createdAt: '2026-02-08T03:00:00Z' });
    await createTicket({ main, createdAt: '2026-02-08T02:59:59Z' });
    const { id } = await createTicket({ main, createdAt: '2026-03-11T02:59:59Z' });
    await internal.tickets.setStatus.mutate({ id, status: 'resolved' });

    const { data } = await series({ main });
    expect(data.periodo).toEqual({ inicio: '2026-02-08', fim: '2026-03-10' });
    expect(data.agrupamento).toBe('dia');
    expect(data.serie).toHaveLength(31);
    const empty = { total: 0, abertos: 0, emProgresso: 0, resolvidos: 0, fechados: 0 };
    expect(data.serie[0]).toEqual({ ...empty, periodo: '2026-02-08', total: 1, abertos: 1 });
    expect(data.serie[1]).toEqual({ ...empty, periodo: '2026-02-09' });
    expect(data.serie[30]).toEqual({ ...empty, periodo: '2026-03-10', total: 1, resolvidos: 1 });
  });

  it('starts a range without data_inicio 30 days before today, or before an earlier data_fim', async () => {
    const range = async (data_fim: string) => (await series({ data_fim })).data.periodo;
    expect(await range('2026-02-09')).toEqual({ inicio: '2026-02-08', fim: '2026-02-09' });
    expect(await range('2026-02-08')).toEqual({ inicio: '2026-02-08', fim: '2026-02-08' });
    expect(await range('2026-02-07')).toEqual({ inicio: '2026-01-08', fim: '2026-02-07' });
    expect(await range('0001-02-01')).toEqual({ inicio: '0001-01-02', fim: '0001-02-01' });
    expect(await range('0001-01-15')).toEqual({ inicio: '0001-01-01', fim: '0001-01-15' });
  });

  it.each([
    ['hora', 24, '2026-03-01 00:00'],
    ['dia', 1, '2026-03-01'],
    ['semana', 1, '2026-W09'],
    ['mes', 1, '2026-03'],
    ['ano', 1, '2026'],
  ] as const)('groups by %s', async (agrupar_por, points, first) => {
    const query = { data_inicio: '2026-03-01', data_fim: '2026-03-01', agrupar_por };
    const { data } = await series(query);
    expect(data.agrupamento).toBe(agrupar_por);
    expect(data.serie).toHaveLength(points);
    expect(data.serie[0]?.periodo).toBe(first);
  });

  it.each<[Record<string, string>, string]>([
    [{ data_inicio: '2026-02-30' }, 'data_inicio'],
    [{ data_inicio: '2026-03-02', data_fim: '2026-03-01' }, 'período'],
    [{ data_inicio: '2020-01-01', agrupar_por: 'hora' }, 'período'],
  ])('refuses %j', async (query, field) => {
    const response = await fetch(
      `${app.url}/support/relatorios/serie-temporal?${new URLSearchParams(query)}`,
      { headers: { authorization: `Bearer ${await app.token({ role: 'agent' })}` } },
    );
    expect(response.headers.get('x-error-code')).toBe('invalid-request');
    expect((await response.json()).message).toContain(`${field} `);
  });
});

describe('GET /support/relatorios/filtros', () => {
  it('lists distinct values in Portuguese order', async () => {
    const create = (main: string, issue?: string, newsletter?: string) =>
      internal.tickets.create.mutate({ subject: 's', body: 'b', main, issue, newsletter });
    const { id } = await create('Técnico', 'Senha', 'Bom Dia');
    await create('Técnico', 'Área logada', 'Ágora');
    await create('Técnico', 'Senha', 'Bom Dia');
    await create('Técnico');
    await create('Água');
    await create('Zelo', 'Único');
    const answers = [
      ['bia@exemplo.com.br', 'agent'],
      ['Ana@Exemplo.com.br', 'agent'],
      ['ana@exemplo.com.br', 'agent'],
      ['IA Assistant', 'agent'],
      ['ia@exemplo.com.br', 'ai'],
      ['maria@exemplo.com.br', 'requester'],
    ] as const;
    for (const [author, origin] of answers) {
      await internal.tickets.addMessage.mutate({ id, author, origin, body: 'Olá' });
    }
    const { status, body } = await api.getReportFilters();
    if (status !== 200) throw new Error(`${status}`);
    const mains = ['Água', 'Técnico', 'Zelo'];
    const categorias = body.data.categorias.filter(({ main }) => mains.includes(main));
    expect({ ...body.data, categorias }).toMatchObject({
      categorias: [
        { main: 'Água', issues: [] },
        { main: 'Técnico', issues: ['Área logada', 'Senha'] },
        { main: 'Zelo', issues: ['Único'] },
      ],
      agentes: ['ana@exemplo.com.br', 'bia@exemplo.com.br'],
      newsletters: ['Ágora', 'Bom Dia'],
    });
  });
});
