import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { Filters, filterOf } from '../../console/src/reports/filters.tsx';
import ReportsScreen from '../../console/src/reports/reports-screen.tsx';
import { given, outlineOf, render } from './render.ts';
import { counted, fresh, renderOnThursday } from './reports-samples.ts';

renderOnThursday();

it('what the address filters by is what the service knows', () => {
  expect(
    filterOf({
      groupBy: 'week',
      status: 'in_progress',
      tag: '12',
      main: 'a',
      issue: 'b',
      newsletter: 'c',
    }),
  ).toEqual({
    groupBy: 'week',
    status: 'in_progress',
    tagId: 12,
    main: 'a',
    issue: 'b',
    newsletter: 'c',
  });
  expect(filterOf({ groupBy: 'minute', status: 'novo', tag: '12x', period: '7' })).toEqual({
    groupBy: 'day',
  });
});

describe('the filters', () => {
  const known = [
    given(
      'reports.filters',
      {},
      {
        categories: [
          { main: 'Conta', issues: ['Senha', 'E-mail'] },
          { main: 'Entrega', issues: ['Atraso'] },
        ],
        agents: ['bia@leitor.example'],
        newsletters: ['Bom dia'],
        cache: fresh,
      },
    ),
    given('tags.list', {}, { items: [{ id: 3, name: 'Urgente' }], nextCursor: null } as never),
  ];
  const days = { from: '2026-11-01', to: '2026-11-26' };

  it('offer what tickets have, and problems of the chosen category alone', async () => {
    const all = outlineOf(await render(createElement(Filters, { days }), known));
    expect(all).toMatchInlineSnapshot(`
      "Período
      {value="7"} Últimos 7 dias {value="*30"} Últimos 30 dias {value="90"} Últimos 90 dias {value="week"} Esta semana {value="lastWeek"} Semana passada {value="month"} Este mês {value="lastMonth"} Mês passado {value="year"} Este ano {value="own"} Outro período
      Agrupar por
      {value="hour"} Hora {value="*day"} Dia {value="week"} Semana {value="month"} Mês {value="year"} Ano
      Categoria
      {value="*"} Qualquer {value="Conta"} Conta {value="Entrega"} Entrega
      Problema
      {value="*"} Qualquer
      Newsletter
      {value="*"} Qualquer {value="Bom dia"} Bom dia
      Tag
      {value="*"} Qualquer {value="3"} Urgente
      Situação
      {value="*"} Qualquer {value="open"} Aberto {value="in_progress"} Em andamento {value="resolved"} Resolvido {value="closed"} Fechado"
    `);
    const address = '/?period=own&main=Conta&issue=Sumiu&tag=3&status=resolved&groupBy=month';
    const chosen = await render(createElement(Filters, { days }), known, { address });
    expect(outlineOf(chosen)).toMatchInlineSnapshot(`
      "Período
      {value="7"} Últimos 7 dias {value="30"} Últimos 30 dias {value="90"} Últimos 90 dias {value="week"} Esta semana {value="lastWeek"} Semana passada {value="month"} Este mês {value="lastMonth"} Mês passado {value="year"} Este ano {value="*own"} Outro período
      De {type="date" value="2026-11-01"}
      Até {type="date" value="2026-11-26"}
      Agrupar por
      {value="hour"} Hora {value="day"} Dia {value="week"} Semana {value="*month"} Mês {value="year"} Ano
      Categoria
      {value=""} Qualquer {value="*Conta"} Conta {value="Entrega"} Entrega
      Problema
      {value=""} Qualquer {value="*Sumiu"} Sumiu {value="Senha"} Senha {value="E-mail"} E-mail
      Newsletter
      {value="*"} Qualquer {value="Bom dia"} Bom dia
      Tag
      {value=""} Qualquer {value="*3"} Urgente
      Situação
      {value=""} Qualquer {value="open"} Aberto {value="in_progress"} Em andamento {value="*resolved"} Resolvido {value="closed"} Fechado"
    `);
  });
});

describe('the screen', () => {
  const last30 = { from: '2026-10-28', to: '2026-11-26' };
  const before30 = { from: '2026-09-28', to: '2026-10-27' };
  const times = (name: string, median: number | null) => ({
    name,
    tickets: 3,
    firstReplies: 2,
    resolutions: 0,
    firstReplyMedianSeconds: median,
    firstReplyP90Seconds: median && 2 * median,
    resolutionMedianSeconds: null,
    resolutionP90Seconds: null,
  });
  const known = [
    counted({ ...last30, groupBy: 'day' }, [['2026-11-26', 1, 2, 3]], {
      hit: true,
      age: 600,
      expiresIn: 6_600,
    }),
    counted({ ...before30, groupBy: 'day' }, [
      ['2026-10-26', 0, 0, 4],
      ['2026-10-27', 0, 0, 0],
    ]),
    counted(
      { ...last30, groupBy: 'hourOfWeek' },
      Array.from({ length: 168 }, (_, hour) => [String(hour), hour === 25 ? 6 : 0, 0, 0] as const),
    ),
    given(
      'reports.responseTimes',
      { ...last30, by: 'category' },
      {
        items: [times('Conta', 5_400), times('Entrega', null)],
        cache: fresh,
      },
    ),
  ];
  const all = async (address: string, more: typeof known = []) =>
    outlineOf(
      await render(createElement(ReportsScreen), [...known, ...more], { address, role: 'agent' }),
    );
  const options = /\n\{value="?\*?.*/g;
  /** Without the options of filters. */
  const shown = async (...asked: Parameters<typeof all>) =>
    (await all(...asked)).replaceAll(options, '');

  it('shows what an agent may see: tickets beside those before, and how long replies took', async () => {
    expect(await shown('/')).toMatchInlineSnapshot(`
      "Relatórios
      Calculado há 10 min
      Calcular de novo
      {aria-label="Chamados"}
      Chamados
      Período
      Agrupar por
      Categoria
      Problema
      Newsletter
      Tag
      Situação
      Este período 6
      Período anterior (28/09 a 27/10) 4
      Variação +50%
      Ainda não resolvidos 3
      {aria-label="Chamados ao longo do tempo"}
      Chamados ao longo do tempo (chamados)
      {role="slider" aria-label="Chamados ao longo do tempo" aria-valuemax="1"}
      Este período Período anterior Aponte ou use as setas para ler os valores.
      CSV PNG
      Tabela
      {aria-label="Chamados por dia da semana e hora"}
      Chamados por dia da semana e hora (chamados)
      {role="slider" aria-label="Chamados por dia da semana e hora" aria-valuemax="167"}
      2 3 5 6 Aponte ou use as setas para ler os valores.
      CSV PNG
      Tabela
      {aria-label="Tempos de resposta"}
      Tempos de resposta
      Comparar
      Contar
      Dos chamados abertos no período, com os filtros acima. O horário comercial é de segunda a sexta, das 9h às 18h.
      {aria-label="Até a primeira resposta"}
      Até a primeira resposta (horas)
      {role="slider" aria-label="Até a primeira resposta" aria-valuemax="1"}
      Mediana 90 % em até Aponte ou use as setas para ler os valores.
      CSV PNG
      Tabela
      {aria-label="Até a solução"}
      Até a solução (horas)
      Nada neste período.
      CSV
      Tabela"
    `);
  });

  it('asks for what is chosen, and says what it cannot', async () => {
    const filtered = { status: 'open', main: 'Conta', tagId: 3 } as const;
    const days = { from: '2026-11-23', to: '2026-11-26' };
    const address = '/?period=week&status=open&main=Conta&tag=3&by=agent&count=business';
    const answered = await shown(address, [
      counted({ ...filtered, ...days, groupBy: 'day' }, [['2026-11-23', 5, 0, 0]]),
      counted({ ...filtered, from: '2026-11-16', to: '2026-11-19', groupBy: 'day' }, []),
      counted({ ...filtered, ...days, groupBy: 'hourOfWeek' }, []),
      given(
        'reports.responseTimes',
        { ...filtered, ...days, by: 'agent', businessHours: '09:00-18:00' },
        { items: [], cache: fresh },
      ),
    ]);
    expect(answered).toMatchInlineSnapshot(`
      "Relatórios
      Calcular de novo
      {aria-label="Chamados"}
      Chamados
      Período
      Agrupar por
      Categoria
      Problema
      Newsletter
      Tag
      Situação
      Este período 5
      Período anterior (16/11 a 19/11) 0
      Variação –
      Ainda não resolvidos 5
      {aria-label="Chamados ao longo do tempo"}
      Chamados ao longo do tempo (chamados)
      {role="slider" aria-label="Chamados ao longo do tempo" aria-valuemax="0"}
      Este período Período anterior hoje, em curso Aponte ou use as setas para ler os valores.
      CSV PNG
      Tabela
      {aria-label="Chamados por dia da semana e hora"}
      Chamados por dia da semana e hora (chamados)
      {role="slider" aria-label="Chamados por dia da semana e hora" aria-valuemax="167"}
      1 Aponte ou use as setas para ler os valores.
      CSV PNG
      Tabela
      {aria-label="Tempos de resposta"}
      Tempos de resposta
      Comparar
      Contar
      Dos chamados abertos no período, com os filtros acima. O horário comercial é de segunda a sexta, das 9h às 18h.
      {aria-label="Até a primeira resposta"}
      Até a primeira resposta (horas)
      Nada neste período.
      CSV
      Tabela
      {aria-label="Até a solução"}
      Até a solução (horas)
      Nada neste período.
      CSV
      Tabela"
    `);
    const chosen = (await all(address)).match(options) ?? [];
    expect([chosen[0], chosen[1], ...chosen.slice(-2)].map((line) => line?.trim())).toEqual([
      expect.stringContaining('{value="*week"} Esta semana'),
      expect.stringContaining('{value="*day"} Dia'),
      '{value="category"} Categorias {value="*agent"} Atendentes',
      '{value="all"} Todas as horas {value="*business"} Horário comercial',
    ]);
    const inverted = await shown('/?period=own&from=2026-11-27&to=2026-11-26');
    expect(inverted).toContain('{role="alert"} O período termina antes de começar.');
    expect(inverted).not.toMatch(/Tempos de resposta|Este período/);
    const tooLong = '{role="alert"} Tempos de resposta cobrem no máximo 366 dias.';
    expect(await shown('/?period=own&from=2025-11-26&to=2026-11-26')).not.toContain(tooLong);
    expect(await shown('/?period=own&from=2025-11-25&to=2026-11-26')).toContain(tooLong);
  });
});
