import { buffer, text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addDays } from '../../server/core/civil-time.ts';
import { startApp } from '../harness.ts';
import { callsOf, openConsole, people } from './open-console.ts';
import { aQuiz } from './quiz/quiz-samples.ts';

// The figures of the screens' charts, as their files have them.

const { visit } = await openConsole(startApp);

/** Half past ten in the evening of Thursday 2026-11-26 in São Paulo. */
const evening = new Date('2026-11-27T01:30:00Z');
const today = '2026-11-26';
const open = async (outputs: Parameters<typeof callsOf>[1]) => {
  const page = await visit('/tags', people.admin, evening);
  return { page, calls: await callsOf(page, outputs) };
};

/** The name and the lines of a chart's CSV. */
const csvOf = async (page: Page, name: string) => {
  const figure = page.getByRole('figure', { name, exact: true });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    figure.getByRole('button', { name: 'CSV' }).click(),
  ]);
  const content = await text(await file.createReadStream());
  return [file.suggestedFilename(), ...content.trimEnd().split('\r\n')];
};

it('readers are drawn by day, with the year in a year, by week and by streak', async () => {
  const { page, calls } = await open({
    'streaks.overview': ({ days = 0 } = {}) => ({
      readers: 1,
      readToday: 1,
      atRisk: 1,
      perDay: Array.from({ length: days }, (_, n) => ({
        day: addDays(today, n + 1 - days),
        readers: n,
      })),
      distribution: [
        { from: 0, to: 0, readers: 5 },
        { from: 2, to: 6, readers: 3 },
        { from: 365, to: null, readers: 1 },
      ],
    }),
  });
  await page.goto('/console/leitores?dias=365');
  const perDay = await csvOf(page, 'Leitores ativos por dia');
  expect(perDay.slice(0, 3)).toEqual([
    'Leitores ativos por dia 2025-11-27 a 2026-11-26.csv',
    'Dia;Leitores',
    '27/11/25;0',
  ]);
  expect(perDay.at(-1)).toBe('26/11/26;364');
  const perWeek = await csvOf(page, 'Leitores ativos por semana (média por dia)');
  expect([...perWeek.slice(0, 3), ...perWeek.slice(-2)]).toEqual([
    'Leitores ativos por semana (média por dia) 2025-11-27 a 2026-11-26.csv',
    'Semana;Leitores',
    '01/12/25;7',
    '16/11/26;357',
    '23/11/26;363',
  ]);
  expect(await csvOf(page, 'Leitores por duração da sequência')).toEqual([
    'Leitores por duração da sequência 2026-11-26.csv',
    'Dias seguidos;Leitores',
    'nenhum;5',
    '2 a 6;3',
    '365 ou mais;1',
  ]);
  const period = page.getByRole('combobox', { name: 'Período' });
  await period.selectOption('Últimos 90 dias');
  const quarter = await csvOf(page, 'Leitores ativos por dia');
  expect([...quarter.slice(1, 3), quarter.at(-1)]).toEqual(['Dia;Leitores', '29/08;0', '26/11;89']);
  await period.selectOption('Últimos 30 dias');
  await expect
    .poll(async () => (await csvOf(page, 'Leitores ativos por dia')).at(-1))
    .toBe('26/11;29');
  expect(await page.getByRole('figure', { name: 'Leitores ativos por semana' }).count()).toBe(0);
  expect(calls('streaks.overview')).toEqual([{ days: 365 }, { days: 90 }, { days: 30 }]);
  // The last of many days is the last of fewer.
  const slider = page.getByRole('slider', { name: 'Leitores ativos por dia' });
  await period.selectOption('Último ano');
  await slider.focus();
  await expect
    .poll(() => slider.getAttribute('aria-valuetext'))
    .toBe('27/11/25 · Leitores 0 (leitores)');
  await page.keyboard.press('End');
  await expect.poll(() => slider.getAttribute('aria-valuenow')).toBe('364');
  await period.selectOption('Últimos 30 dias');
  await expect
    .poll(() => slider.getAttribute('aria-valuetext'))
    .toBe('26/11, hoje, em curso · Leitores 29 (leitores)');
});

it('quizzes are drawn by day, with a gap where there was none, and by hour and score', async () => {
  const day = (quizDate: string, attempts: number, passed: number) => ({
    quizDate,
    id: quizDate,
    title: quizDate,
    status: 'published' as const,
    attempts,
    passed,
    averageCorrect: 5,
    hardest: null,
  });
  const quiz = aQuiz({ status: 'published', quizDate: '2026-11-25' });
  const { page, calls } = await open({
    'quiz.trends': { days: [day('2026-11-24', 3, 2), day('2026-11-25', 0, 0)] },
    'quiz.get': quiz,
    'quiz.statistics': {
      attempts: 8,
      passed: 6,
      averageCorrect: 7,
      distribution: [0, 2, 6],
      questions: [],
      attemptsByHour: Array.from({ length: 24 }, (_, hour) => (hour > 20 ? hour : 0)),
    },
  });
  await page.goto('/console/quiz/todos?dias=7');
  expect(await csvOf(page, 'Tentativas do quiz por dia')).toEqual([
    'Tentativas do quiz por dia 2026-11-20 a 2026-11-26.csv',
    'Dia;Tentativas',
    '20/11;',
    '21/11;',
    '22/11;',
    '23/11;',
    '24/11;3',
    '25/11;0',
    '26/11;',
  ]);
  const passed = await csvOf(page, 'Aprovados por dia');
  expect([passed[1], ...passed.slice(-3)]).toEqual([
    'Dia;Aprovados',
    '24/11;66,7',
    '25/11;',
    '26/11;',
  ]);
  await page.getByRole('combobox', { name: 'Período' }).selectOption('Últimos 90 dias');
  await expect
    .poll(() => calls('quiz.trends').at(-1))
    .toEqual({ from: '2026-08-29', to: '2026-11-26' });
  await page.goto('/console/quiz/q');
  expect(await csvOf(page, 'Tentativas por hora do dia')).toEqual([
    'Tentativas por hora do dia 2026-11-25.csv',
    'Hora;tentativas',
    '21 h;21',
    '22 h;22',
    '23 h;23',
  ]);
  expect(await csvOf(page, 'Tentativas por número de acertos')).toEqual([
    'Tentativas por número de acertos 2026-11-25.csv',
    'Acertos;tentativas',
    '0;0',
    '1;2',
    '2;6',
  ]);
  expect(calls('quiz.statistics')[0]).toEqual({ id: 'q' });
});

it('tickets are drawn beside those before, also where these are more, and replies in hours', async () => {
  const counted = (period: string, total: number) => ({
    period,
    total,
    open: 0,
    inProgress: 0,
    resolved: total,
    closed: 0,
  });
  const times = (name: string, resolution: number | null) => ({
    name,
    tickets: 1,
    firstReplies: 1,
    resolutions: 1,
    firstReplyMedianSeconds: 5_400,
    firstReplyP90Seconds: 7_236,
    resolutionMedianSeconds: resolution,
    resolutionP90Seconds: resolution && 3_600,
  });
  const cache = { hit: false } as const;
  const { page, calls } = await open({
    'reports.timeSeries': ({ groupBy = 'day', from = '' } = {}) => ({
      from,
      to: '',
      groupBy,
      cache,
      series:
        groupBy === 'hourOfWeek'
          ? Array.from({ length: 168 }, (_, n) => counted(String(n), n))
          : from < '2026-11'
            ? [counted('2026-10-01', 10), counted('2026-10-02', 20)]
            : [counted('2026-11-01', 1)],
    }),
    'reports.responseTimes': { items: [times('bia', 1_800), times('ana', null)], cache },
    'quiz.trends': { days: [] },
  });
  await page.goto('/console/relatorios?period=month&by=agent');
  const range = '2026-11-01 a 2026-11-26';
  expect(await csvOf(page, 'Chamados ao longo do tempo')).toEqual([
    `Chamados ao longo do tempo ${range}.csv`,
    'Dia;Este período;Período anterior',
    '01/11/26;1;10',
    '02/10/26;;20',
  ]);
  const hours = await csvOf(page, 'Chamados por dia da semana e hora');
  expect([...hours.slice(0, 3), hours.at(-1)]).toEqual([
    `Chamados por dia da semana e hora ${range}.csv`,
    'Hora;seg;ter;qua;qui;sex;sáb;dom',
    '00h;0;24;48;72;96;120;144',
    '23h;23;47;71;95;119;143;167',
  ]);
  expect(await csvOf(page, 'Até a primeira resposta')).toEqual([
    `Até a primeira resposta ${range}.csv`,
    'Atendente;Mediana;90 % em até',
    'bia;1,5;2,01',
    'ana;1,5;2,01',
  ]);
  expect((await csvOf(page, 'Até a solução')).slice(2)).toEqual(['bia;0,5;1', 'ana;;']);
  const glance = await csvOf(page, 'Chamados por dia');
  expect([...glance.slice(0, 3), glance.at(-1)]).toEqual([
    'Chamados por dia 2026-11-23 a 2026-11-26.csv',
    'Dia;23/11 a 26/11;16/11 a 19/11',
    'seg 23/11;1;1',
    'qui 26/11;;',
  ]);
  // The quiz of today is not out yet.
  expect((await csvOf(page, 'Tentativas do quiz por dia')).slice(1, 2)).toEqual([
    'Dia;23/11 a 25/11;16/11 a 18/11',
  ]);
  // They are counted again every five minutes.
  const hoursAsked = () =>
    calls('reports.timeSeries').filter((input) => Object(input).groupBy === 'hourOfWeek').length;
  const asked = hoursAsked();
  await page.clock.runFor(300_000);
  await expect.poll(hoursAsked).toBeGreaterThan(asked);
  // Days in the wrong order are not asked for.
  await page.getByRole('combobox', { name: 'Período', exact: true }).selectOption('own');
  await page.getByLabel('De', { exact: true }).fill('2026-11-27');
  await page.getByText('O período termina antes de começar.').waitFor();
  await page.reload();
  await page.getByText('O período termina antes de começar.').waitFor();
  await csvOf(page, 'Chamados por dia');
  const all = [...calls('reports.timeSeries'), ...calls('reports.responseTimes')];
  expect(all.filter((input) => JSON.stringify(input).includes('2026-11-27'))).toEqual([]);
  // An emptied field changes nothing.
  await page.getByLabel('De', { exact: true }).fill('');
  expect(new URL(page.url()).searchParams.get('from')).toBe('2026-11-27');
});

it('an image of a chart is as the page shows it, and twice as large', async () => {
  const { page } = await open({
    'quiz.trends': { days: [] },
    'streaks.overview': {
      readers: 1,
      readToday: 1,
      atRisk: 1,
      distribution: [],
      perDay: [20, 21, 22].map((day) => ({ day: `2026-11-${day}`, readers: day })),
    },
  });
  await page.goto('/console/leitores');
  const figure = page.getByRole('figure', { name: 'Leitores ativos por dia', exact: true });
  await figure.locator('svg').first().waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    figure.getByRole('button', { name: 'PNG' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('Leitores ativos por dia 2026-11-20 a 2026-11-22.png');
  const content = await buffer(await file.createReadStream());
  const shown = await figure.locator('> div').first().boundingBox();
  expect(content.readUInt32BE(16) / (shown?.width ?? 0)).toBeCloseTo(2, 1);
  // What it takes from the styles of the page stands in the drawing itself.
  const line = figure.locator('path[data-nth="0"]').first();
  expect(await line.evaluate((path) => path.getAttributeNames())).toEqual(
    expect.arrayContaining([
      'fill',
      'fill-opacity',
      'font-size',
      'stroke',
      'stroke-width',
      'stroke-dasharray',
      'stroke-linecap',
    ]),
  );
  // It has the ground of the page.
  const corner = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    context?.drawImage(await createImageBitmap(new Blob([bytes])), 0, 0);
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])];
  }, content.toString('base64'));
  expect(corner).toEqual([246, 245, 242, 255]);
});
