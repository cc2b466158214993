import { buffer } from 'node:stream/consumers';
import type { Locator, Page, Request } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { spanText } from '../../console/src/ui/format/time.ts';
import { addDays, civilDayOf, mondayOf } from '../../server/core/civil-time.ts';
import { startApp } from '../harness.ts';
import { expectAccessible } from '../support/accessible.ts';
import { openConsole, people, rewriting } from './open-console.ts';

const { service: app, visit } = await openConsole(startApp);
const trpc = await app.trpc();

const today = civilDayOf(new Date());
const overTime = 'Chamados ao longo do tempo';

const open = (daysAgo: number, hour: string, fields = {}) =>
  trpc.tickets.create.mutate({
    subject: 'Dúvida',
    body: 'Olá',
    main: 'Entrega',
    createdAt: `${addDays(today, -daysAgo)}T${hour}:30:00-03:00`,
    ...fields,
  });
const tag = await trpc.tags.create.mutate({ name: 'Urgente', color: '#112233' });
const { id } = await open(2, '09', {
  main: '=Cobrança',
  issue: 'Reembolso',
  newsletter: 'Bom dia',
});
await trpc.tickets.addTag.mutate({ id, tagId: tag.id });
await open(2, '09', { main: '=Cobrança', issue: 'Boleto' });
await open(3, '10');
await open(3, '10');
await open(8, '11');
const message = { id, author: 'bia@leitor.example', origin: 'agent' as const, body: 'Feito' };
await trpc.tickets.addMessage.mutate(message);
await trpc.tickets.setStatus.mutate({ id, status: 'in_progress' });

const chart = (page: Page, name: string): Locator =>
  page.getByRole('figure').filter({ has: page.getByRole('slider', { name, exact: true }) });

/** The rows of a chart's table. */
const tableOf = async (page: Page, name: string): Promise<string[][]> => {
  const figure = chart(page, name);
  const table = figure.getByRole('table', { name });
  if (!(await table.isVisible())) await figure.getByText('Tabela').click();
  await table.waitFor();
  const rows = await table.getByRole('row').all();
  return Promise.all(
    rows.map((row) => row.getByRole('cell').or(row.getByRole('columnheader')).allInnerTexts()),
  );
};

/** The calls of a page that end from now on. */
const callsOf = (page: Page) => {
  const calls: { path: string; input: unknown }[] = [];
  const note = (request: Request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (!pathname.startsWith('/trpc/')) return;
    const given = JSON.parse(searchParams.get('input') ?? '{}');
    const isBatch = searchParams.has('batch');
    for (const [n, path] of pathname.slice(6).split(',').entries()) {
      calls.push({ path, input: isBatch ? given[n] : given });
    }
  };
  page.on('requestfinished', note);
  onTestFinished(() => void page.off('requestfinished', note));
  return calls;
};

const download = async (page: Page, figure: Locator, button: string) => {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    figure.getByRole('button', { name: button }).click(),
  ]);
  return { name: file.suggestedFilename(), content: await buffer(await file.createReadStream()) };
};

const shown = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(2, 4)}`;

describe('the reports', () => {
  it('compare a period with the one before, by keyboard, as a table, as CSV and as an image', async () => {
    const page = await visit('/relatorios?period=7');
    await page.getByRole('heading', { level: 1, name: 'Relatórios' }).waitFor();
    await page.getByText('+300%').waitFor();
    const figures = await page.getByRole('definition').allInnerTexts();
    // Not resolved are those in progress, too.
    expect(figures.slice(0, 4)).toEqual(['4', '1', '+300%', '4']);
    const slider = page.getByRole('slider', { name: overTime });
    await slider.focus();
    await page.keyboard.press('End');
    const last = chart(page, overTime).getByRole('status');
    await last.getByText(`${shown(today)}, hoje, em curso · Este período 0`).waitFor();
    for (const key of ['ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
    const read = `${shown(addDays(today, -2))} · Este período 2 · Período anterior 0 (chamados)`;
    await chart(page, overTime).getByRole('status').getByText(read).waitFor();
    expect(await slider.getAttribute('aria-valuetext')).toBe(read);
    const rows = await tableOf(page, overTime);
    expect(rows[0]).toEqual(['Dia', 'Este período', 'Período anterior']);
    expect(rows.slice(1)).toEqual(
      [0, 0, 0, 2, 2, 0, 0].map((count, index) => [
        shown(addDays(today, index - 6)),
        String(count),
        index === 5 ? '1' : '0',
      ]),
    );
    const csv = await download(page, chart(page, overTime), 'CSV');
    expect(csv.name).toBe(`${overTime} ${addDays(today, -6)} a ${today}.csv`);
    // The byte order mark is for Excel.
    expect(String(csv.content)).toBe(`\uFEFF${rows.map((row) => `${row.join(';')}\r\n`).join('')}`);
    const { content } = await download(page, chart(page, overTime), 'PNG');
    expect(content.subarray(1, 4).toString()).toBe('PNG');
    // More than one colour was painted.
    expect(content.length).toBeGreaterThan(5_000);
    // Below the last day of the week and above the first there is no hour.
    const hours = page.getByRole('slider', { name: 'Chamados por dia da semana e hora' });
    await hours.focus();
    const at = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
      return hours.getAttribute('aria-valuenow');
    };
    expect(await at('End', 'ArrowLeft', 'ArrowDown')).toBe('166');
    expect(await at('ArrowUp')).toBe('142');
    expect(await at('Home', 'ArrowRight', 'ArrowUp')).toBe('1');
  });

  it('keep their filters in the address, over a reload', async () => {
    const page = await visit('/relatorios');
    const total = (count: string) =>
      page.getByRole('definition').first().getByText(count, { exact: true }).waitFor();
    await total('5');
    await page.getByRole('combobox', { name: 'Categoria' }).selectOption('=Cobrança');
    await total('2');
    await page.getByRole('combobox', { name: 'Problema' }).selectOption('Reembolso');
    await total('1');
    await page.getByRole('combobox', { name: 'Problema' }).selectOption('');
    await page.getByRole('combobox', { name: 'Newsletter' }).selectOption('Bom dia');
    await page.getByRole('combobox', { name: 'Tag' }).selectOption('Urgente');
    await page.getByRole('combobox', { name: 'Agrupar por' }).selectOption('Semana');
    await page.getByRole('combobox', { name: 'Período' }).selectOption('Este ano');
    const calls = callsOf(page);
    await page.reload();
    await total('1');
    await chart(page, 'Até a primeira resposta').waitFor();
    // Each figure is of what is chosen.
    const asked = calls.filter(({ path }) => /^reports\.(timeSeries|responseTimes)$/.test(path));
    expect(new Set(asked.map(({ path }) => path)).size).toBe(2);
    for (const { input } of asked) {
      expect(input).toMatchObject({ main: '=Cobrança', newsletter: 'Bom dia', tagId: tag.id });
    }
    expect(await page.getByRole('combobox', { name: 'Tag' }).locator(':checked').innerText()).toBe(
      'Urgente',
    );
    expect(new URL(page.url()).searchParams.get('groupBy')).toBe('week');
    const week = await tableOf(page, 'Chamados por dia da semana e hora');
    expect(week[10]?.filter((cell) => cell === '1')).toHaveLength(1);
  });

  it('leave out what belonged to another category or period', async () => {
    const page = await visit('/relatorios?main=%3DCobran%C3%A7a&issue=Reembolso');
    const choose = (name: string, option: string) =>
      page.getByRole('combobox', { name }).selectOption(option);
    const address = () => Object.fromEntries(new URL(page.url()).searchParams);
    await choose('Categoria', 'Entrega');
    await expect.poll(address).toEqual({ main: 'Entrega' });
    // One's own days begin as those that are shown.
    await choose('Período', 'Outro período');
    const own = { from: addDays(today, -29), to: today };
    await expect.poll(address).toEqual({ main: 'Entrega', period: 'own', ...own });
    await choose('Período', 'Últimos 7 dias');
    await expect.poll(address).toEqual({ main: 'Entrega', period: '7' });
  });

  it('show response times by category and by agent, and no formulas in CSV', async () => {
    const page = await visit('/relatorios');
    const { content } = await download(page, chart(page, 'Até a primeira resposta'), 'CSV');
    expect(String(content)).toMatch(
      /^\uFEFFCategoria;Mediana;90 % em até\r\n'=Cobrança;[\d,]+;[\d,]+\r\nEntrega;;\r\n$/,
    );
    // The category without a reply has no bar.
    const bars = chart(page, 'Até a primeira resposta').locator('path[data-nth="0"]');
    expect((await bars.first().getAttribute('d'))?.match(/M/g)).toHaveLength(1);
    await page.getByRole('combobox', { name: 'Comparar' }).selectOption('Atendentes');
    await page.getByRole('combobox', { name: 'Contar' }).selectOption('Horário comercial');
    await expect.poll(() => page.url()).toMatch(/by=agent&count=business/);
    // The chart of the categories goes only when the agents' answer has come.
    await expect
      .poll(async () => (await tableOf(page, 'Até a primeira resposta'))[1]?.[0])
      .toBe('bia@leitor.example');
  });

  it('show response times in hours, to a hundredth', async () => {
    const times = (name: string, seconds: number | null) => ({
      name,
      tickets: 3,
      firstReplies: 2,
      resolutions: 2,
      firstReplyMedianSeconds: seconds,
      firstReplyP90Seconds: seconds && 2 * seconds,
      resolutionMedianSeconds: seconds && 3 * seconds,
      resolutionP90Seconds: 3_600,
    });
    const page = await visit('/relatorios?by=agent');
    const items = [times('bia@leitor.example', 5_436), times('rui@leitor.example', null)];
    await page.route(/reports\.responseTimes/, (route) =>
      route.fulfill({ json: { result: { data: { items, cache: { hit: false } } } } }),
    );
    await page.reload();
    expect(await tableOf(page, 'Até a primeira resposta')).toEqual([
      ['Atendente', 'Mediana', '90 % em até'],
      ['bia@leitor.example', '1,51', '3,02'],
      ['rui@leitor.example', '–', '–'],
    ]);
    expect((await tableOf(page, 'Até a solução')).slice(1)).toEqual([
      ['bia@leitor.example', '4,53', '1'],
      ['rui@leitor.example', '–', '1'],
    ]);
  });

  it('pair weeks with weeks, name what has not ended, and refuse days in the wrong order', async () => {
    const page = await visit('/relatorios?period=30&groupBy=week');
    const definitions = page.getByRole('definition');
    await definitions.first().getByText('5', { exact: true }).waitFor();
    const rows = (await tableOf(page, overTime)).slice(1);
    const sumOf = (column: number) =>
      rows.reduce((sum, row) => sum + Number(row[column] ?? Number.NaN), 0);
    expect(String(sumOf(1))).toBe(await definitions.nth(0).innerText());
    expect(String(sumOf(2))).toBe(await definitions.nth(1).innerText());
    await chart(page, overTime).getByText('semana em curso', { exact: true }).waitFor();
    await page.goto(`/console/relatorios?period=own&from=${today}&to=${addDays(today, -3)}`);
    await page.getByRole('alert').getByText('O período termina antes de começar.').waitFor();
    await page.goto('/console/relatorios?period=own&from=2020-01-01&groupBy=hour');
    await page.getByRole('alert').getByText('Encurte o período').waitFor();
  });

  it('draw ten thousand points quickly', async () => {
    const from = addDays(today, -415);
    const page = await visit(`/relatorios?period=own&from=${from}&to=${today}&groupBy=hour`);
    await page.getByRole('slider', { name: overTime }).locator('svg').waitFor();
    const ms: unknown = await page.evaluate(`new Promise((resolve) => {
      const slider = document.querySelector('[role=slider]');
      const started = performance.now();
      const painted = () => resolve(performance.now() - started);
      new MutationObserver(() => requestAnimationFrame(() => setTimeout(painted)))
        .observe(slider.querySelector('svg'), { attributes: true });
      slider.style.inlineSize = '700px';
    })`);
    process.stdout.write(`9 984 points drawn in ${Math.round(Number(ms))} ms\n`);
    expect(ms).toBeLessThan(2_000);
  });

  it('begin for editors with the week at a glance, whose tiles are the sums of their lines', async () => {
    const week = mondayOf(addDays(today, -8));
    const page = await visit(`/relatorios?semana=${week}`, people.editor);
    const glance = page.getByRole('region', { name: 'Visão geral' });
    const tile = (label: string) =>
      glance.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });
    const rows = (await tableOf(page, 'Chamados por dia')).slice(1);
    const sumOf = (column: number) =>
      rows.reduce((sum, row) => sum + Number(row[column] ?? Number.NaN), 0);
    expect(sumOf(1)).toBeGreaterThan(0);
    const figures = await tile('Chamados').getByRole('definition').allInnerTexts();
    expect(figures[0]).toBe(String(sumOf(1)));
    expect(figures[1]).toContain(`: ${sumOf(2)} (`);
    const { firstReplies, readers } = await trpc.reports.summary.query({ week });
    await tile('Leram na semana').getByText(String(readers.active), { exact: true }).waitFor();
    // This week has ended, and the weeks to choose are named by their days.
    expect(await chart(page, 'Chamados por dia').getByText('em curso').count()).toBe(0);
    const weeks = await glance.getByRole('combobox', { name: 'Semana' }).locator('option').all();
    const third = addDays(mondayOf(today), -14);
    expect(await weeks[4]?.innerText()).toBe(spanText({ from: third, to: addDays(third, 6) }));
    // What the service had counted before is as old as it says.
    const old = '"cache":{"hit":true,"age":600,"expiresIn":6600}';
    const series = rewriting((body) => body.replaceAll(/"cache":\{[^}]*\}/g, old));
    await page.route(/reports\.timeSeries/, series);
    await page.reload();
    await glance.getByText('há 10 min', { exact: true }).waitFor();
    await page.unroute(/reports\.timeSeries/);
    const reply = firstReplies.count === 0 ? 'nenhuma resposta ainda' : 'mediana';
    await tile('Até a primeira resposta').getByText(reply).waitFor();
    await glance.getByRole('combobox', { name: 'Semana' }).selectOption('Esta semana');
    await expect.poll(() => page.url()).toContain(`semana=${mondayOf(today)}`);
    await chart(page, 'Chamados por dia').getByText('hoje, em curso').first().waitFor();
    // A month, too: its tiles are the sums of its lines.
    await glance.getByRole('combobox', { name: 'Semana ou mês' }).selectOption('Mês passado');
    await expect.poll(() => page.url()).toMatch(/\?mes=\d{4}-\d\d$/);
    const month = new URL(page.url()).searchParams.get('mes') ?? '';
    await expect
      .poll(async () => (await tableOf(page, 'Chamados por dia'))[1]?.[0])
      .toBe(`01/${month.slice(5)}`);
    const drawn = (await tableOf(page, 'Chamados por dia')).slice(1);
    const total = drawn.reduce((sum, [, count]) => sum + (Number(count) || 0), 0);
    await tile('Chamados').getByRole('definition').first().getByText(String(total)).waitFor();
    await tile('Leram por dia, em média').getByText('01/').waitFor();
    const dayOf = (row: readonly string[] | undefined) => `${month}-${row?.[0]?.slice(0, 2)}`;
    const { items } = await trpc.reports.responseTimes.query({
      from: dayOf(drawn[0]),
      to: dayOf(drawn.at(-1)),
      by: 'all',
    });
    const median = items[0]?.firstReplyMedianSeconds ?? null;
    await tile('Até a primeira resposta')
      .getByText(median === null ? 'nenhuma resposta ainda' : 'mediana')
      .waitFor();
    await expectAccessible(page);
    await glance.getByRole('combobox', { name: 'Semana ou mês' }).selectOption('Esta semana');
    await expect.poll(() => new URL(page.url()).search).toBe(`?semana=${mondayOf(today)}`);
    const agents = await visit('/relatorios');
    await chart(agents, overTime).waitFor();
    expect(await agents.getByRole('region', { name: 'Visão geral' }).count()).toBe(0);
  });

  it.each([
    ['/relatorios', 'reports.timeSeries', 'reports.summary', 'quiz.trends', 'quiz.today'],
    [`/relatorios?mes=${today.slice(0, 7)}`, 'reports.responseTimes', 'streaks.overview'],
    ['/leitores', 'streaks.overview'],
    ['/quiz/todos', 'quiz.trends'],
    ['/operacao', 'operations.status', 'quiz.today'],
  ])('are renewed within a minute: %s', async (address, ...expected) => {
    const page = await visit(address, people.admin, new Date());
    const calls = callsOf(page);
    const paths = () => calls.map(({ path }) => path);
    const areAsked = () => expect.poll(paths).toEqual(expect.arrayContaining(expected));
    await page.reload();
    await areAsked();
    calls.length = 0;
    await page.clock.runFor(61_000);
    await areAsked();
  });

  it('have no violations that axe finds', async () => {
    const page = await visit('/relatorios?period=own');
    for (const name of ['Chamados por dia da semana e hora', 'Até a primeira resposta']) {
      await tableOf(page, name);
    }
    await expectAccessible(page);
  });
});
