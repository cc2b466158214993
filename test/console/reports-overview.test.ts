import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { Overview } from '../../console/src/reports/overview.tsx';
import { lengthOf } from '../../console/src/reports/period.ts';
import { given, outlineOf, render } from './render.ts';
import { counted, fresh, renderOnThursday } from './reports-samples.ts';

renderOnThursday();

describe('a week or a month at a glance', () => {
  const quiz = (quizDate: string, attempts: number, passed: number) => ({
    quizDate,
    id: quizDate,
    title: `Quiz de ${quizDate}`,
    status: 'published' as const,
    attempts,
    passed,
    averageCorrect: 6.25,
    hardest: attempts > 0 ? { question: 'Qual?', correctRate: 0.25 } : null,
  });
  const known = (days: { from: string; to: string }, before: typeof days) => [
    counted({ ...days, groupBy: 'day' }, [[days.from, 2, 1, 0]], {
      hit: true,
      age: 7_200,
      expiresIn: 0,
    }),
    counted({ ...before, groupBy: 'day' }, [[before.from, 1, 1, 0]]),
    given(
      'quiz.trends',
      { from: before.from, to: days.to },
      {
        days: [quiz(before.from, 10, 5), quiz(days.from, 40, 30), quiz(days.to, 0, 0)],
      },
    ),
    given('streaks.retention', {}, { currentWeek: '2026-11-23', weeks: [] }),
  ];
  const atRisk = [
    given(
      'streaks.list',
      { atRisk: true, limit: 6 },
      {
        items: [
          {
            email: 'ana@exemplo.com',
            name: 'Ana',
            currentStreak: 1_200,
            maxStreak: 1_300,
            lastDay: '2026-11-25',
            atRisk: true,
          },
        ],
        nextCursor: null,
      },
    ),
  ];
  const shown = async (address: string, given: ReturnType<typeof known>, isAdmin = true) =>
    outlineOf(await render(createElement(Overview, { isAdmin }), given, { address }));

  it('is the present week, with what administrators see of readers', async () => {
    const days = { from: '2026-11-23', to: '2026-11-26' };
    const all = [
      ...known(days, { from: '2026-11-16', to: '2026-11-19' }),
      given(
        'reports.summary',
        { week: days.from },
        {
          week: days.from,
          to: '2026-11-29',
          finished: false,
          tickets: { opened: 0, openedBefore: 0, unresolved: 0 },
          firstReplies: { count: 2, medianSeconds: 5_400, p90Seconds: 7_260 },
          quiz: {
            quizzes: 0,
            attempts: 0,
            attemptsBefore: 0,
            passed: 0,
            averageCorrect: 0,
            hardest: null,
          },
          readers: { active: 1_100, activeBefore: 1_000, arrived: 7 },
        },
      ),
    ];
    expect(await shown('/', [...all, ...atRisk])).toMatchInlineSnapshot(`
      "{aria-label="Visão geral"}
      Visão geral
      há 2 h
      Semana ou mês
      {value="*2026-11-23"} Esta semana {value="2026-11-16"} Semana passada {value="2026-11"} Este mês {value="2026-10"} Mês passado {value="2026-11-09"} 09/11 a 15/11 {value="2026-11-02"} 02/11 a 08/11 {value="2026-10-26"} 26/10 a 01/11 {value="2026-10-19"} 19/10 a 25/10 {value="2026-10-12"} 12/10 a 18/10 {value="2026-10-05"} 05/10 a 11/10 {value="2026-09-28"} 28/09 a 04/10
      Chamados 3 16/11 a 19/11: 2 (+50%)
      Até a primeira resposta 1 h 30 mediana; 90 % em até 2 h 01
      Tentativas do quiz 40 16/11 a 19/11: 10 (+300%)
      Aprovados 75% média de 6,3 acertos
      Leram na semana 1.100 7 pela primeira vez
      {aria-label="Chamados por dia"}
      Chamados por dia (chamados)
      {role="slider" aria-label="Chamados por dia" aria-valuemax="3"}
      23/11 a 26/11 16/11 a 19/11 Aponte ou use as setas para ler os valores.
      CSV PNG
      Tabela
      {aria-label="Tentativas do quiz por dia"}
      Tentativas do quiz por dia (tentativas)
      {role="slider" aria-label="Tentativas do quiz por dia" aria-valuemax="3"}
      23/11 a 26/11 16/11 a 19/11 hoje, em curso Aponte ou use as setas para ler os valores.
      CSV PNG
      Tabela
      {aria-label="Quizzes"}
      Quizzes
      {href="/quiz/todos"} Todos os quizzes
      {aria-label="Quizzes"}
      Dia Título Tentativas Aprovados Média de acertos Pergunta mais difícil (acertos)
      26/11 {href="/quiz/2026-11-26"} Quiz de 2026-11-26 0 – –
      23/11 {href="/quiz/2026-11-23"} Quiz de 2026-11-23 40 75% 6,3 Qual? (25%)
      {aria-label="Quem voltou a ler"}
      Quem voltou a ler
      De quem leu pela primeira vez numa semana, quantos leram em cada semana depois dela. A semana em curso está tracejada.
      {aria-label="Semanas"} {aria-label="Quem voltou a ler"}
      Chegou em Leitores
      {aria-label="Em risco hoje"}
      Em risco hoje
      {href="/leitores?risco=1"} Ver todos
      {aria-label="Em risco hoje"}
      Leitor Sequência atual Recorde
      Ana
      {href="/leitores/ana%40exemplo.com"} ana@exemplo.com
      1.200 1.300"
    `);
    expect(await shown('/', all, false)).not.toContain('Em risco hoje');
    // Weeks by one of their days; of the future, none.
    const ended = { from: '2026-11-09', to: '2026-11-15' };
    const past = await shown(
      '/?semana=2026-11-12',
      known(ended, { from: '2026-11-02', to: '2026-11-08' }),
    );
    expect(past).toContain('{value="*2026-11-09"} 09/11 a 15/11');
    expect(past).not.toContain('hoje, em curso');
    expect(await shown('/?semana=2026-08-05', [])).toContain('{value="*2026-08-03"} 03/08 a 09/08');
  });

  it('is a month, whose first replies and readers are its own', async () => {
    const days = { from: '2026-10-01', to: '2026-10-31' };
    const before = { from: '2026-09-01', to: '2026-09-30' };
    const length = lengthOf({ from: before.from, to: '2026-11-26' });
    const month = [
      ...known(days, before),
      given(
        'reports.responseTimes',
        { ...days, by: 'all' },
        {
          items: [
            {
              name: 'all',
              tickets: 3,
              firstReplies: 2,
              resolutions: 0,
              firstReplyMedianSeconds: 60,
              firstReplyP90Seconds: 120,
              resolutionMedianSeconds: null,
              resolutionP90Seconds: null,
            },
          ],
          cache: fresh,
        },
      ),
      given(
        'streaks.overview',
        { days: length },
        {
          readers: 0,
          readToday: 0,
          atRisk: 0,
          distribution: [],
          perDay: [
            { day: '2026-09-30', readers: 10 },
            { day: '2026-10-01', readers: 12 },
            { day: '2026-10-31', readers: 13 },
          ],
        },
      ),
    ];
    expect(await shown('/?mes=2026-10', month, false)).toMatchInlineSnapshot(`
      "{aria-label="Visão geral"}
      Visão geral
      há 2 h
      Semana ou mês
      {value="2026-11-23"} Esta semana {value="2026-11-16"} Semana passada {value="2026-11"} Este mês {value="*2026-10"} Mês passado {value="2026-11-09"} 09/11 a 15/11 {value="2026-11-02"} 02/11 a 08/11 {value="2026-10-26"} 26/10 a 01/11 {value="2026-10-19"} 19/10 a 25/10 {value="2026-10-12"} 12/10 a 18/10 {value="2026-10-05"} 05/10 a 11/10 {value="2026-09-28"} 28/09 a 04/10
      Chamados 3 01/09 a 30/09: 2 (+50%)
      Até a primeira resposta 1 min mediana; 90 % em até 2 min
      Tentativas do quiz 40 01/09 a 30/09: 10 (+300%)
      Aprovados 75% média de 6,3 acertos
      Leram por dia, em média 13 01/09 a 30/09: 10 (+30%)
      {aria-label="Chamados por dia"}
      Chamados por dia (chamados)
      {role="slider" aria-label="Chamados por dia" aria-valuemax="30"}
      01/10 a 31/10 01/09 a 30/09 Aponte ou use as setas para ler os valores.
      CSV PNG
      Tabela
      {aria-label="Tentativas do quiz por dia"}
      Tentativas do quiz por dia (tentativas)
      {role="slider" aria-label="Tentativas do quiz por dia" aria-valuemax="30"}
      01/10 a 31/10 01/09 a 30/09 Aponte ou use as setas para ler os valores.
      CSV PNG
      Tabela
      {aria-label="Quizzes"}
      Quizzes
      {href="/quiz/todos"} Todos os quizzes
      {aria-label="Quizzes"}
      Dia Título Tentativas Aprovados Média de acertos Pergunta mais difícil (acertos)
      31/10 {href="/quiz/2026-10-31"} Quiz de 2026-10-31 0 – –
      01/10 {href="/quiz/2026-10-01"} Quiz de 2026-10-01 40 75% 6,3 Qual? (25%)
      {aria-label="Quem voltou a ler"}
      Quem voltou a ler
      De quem leu pela primeira vez numa semana, quantos leram em cada semana depois dela. A semana em curso está tracejada.
      {aria-label="Semanas"} {aria-label="Quem voltou a ler"}
      Chegou em Leitores"
    `);
    // Of a month that is long past, readers are those of a year at most.
    const year = given(
      'streaks.overview',
      { days: 366 },
      {
        readers: 0,
        readToday: 0,
        atRisk: 0,
        distribution: [],
        perDay: [{ day: '2025-12-31', readers: 4 }],
      },
    );
    expect(await shown('/?mes=2025-12', [year])).toContain('em média 4 01/11/25 a 30/11/25: 0 (–)');
    // No month of the future, and none that is not.
    for (const mes of ['2026-12', '2026-13', '2026-1']) {
      expect(await shown(`/?mes=${mes}`, [])).toContain('{value="*2026-11-23"} Esta semana');
    }
    expect(await shown('/?mes=2025-02', [])).toContain('{value="*2025-02"} 01/02/25 a 28/02/25');
  });
});
