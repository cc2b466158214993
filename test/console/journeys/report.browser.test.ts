import { buffer } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { reportTexts } from '../../../console/src/reports/texts.ts';
import { shell } from '../../../console/src/shell/texts.ts';
import { chartTexts } from '../../../console/src/ui/texts.ts';
import { addDays, civilDayOf, mondayOf } from '../../../server/core/civil-time.ts';
import { startApp } from '../../harness.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { openConsole, people } from '../open-console.ts';

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
  if (!(await table.isVisible())) await figure.getByText(chartTexts.figures).click();
  await table.waitFor();
  const rows = await table.getByRole('row').all();
  return Promise.all(
    rows.map((row) => row.getByRole('cell').or(row.getByRole('columnheader')).allInnerTexts()),
  );
};

const download = async (page: Page, figure: Locator, button: string) => {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    figure.getByRole('button', { name: button }).click(),
  ]);
  return { name: file.suggestedFilename(), content: await buffer(await file.createReadStream()) };
};

const shown = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(2, 4)}`;

it('a period is compared with the one before, by keyboard, as a table, as CSV and as an image', async () => {
  const page = await visit('/relatorios?period=7');
  await page.getByRole('heading', { level: 1, name: shell.titles.reports }).waitFor();
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
  const hours = page.getByRole('slider', { name: reportTexts.byHour });
  await hours.focus();
  const at = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    return hours.getAttribute('aria-valuenow');
  };
  expect(await at('End', 'ArrowLeft', 'ArrowDown')).toBe('166');
  expect(await at('ArrowUp')).toBe('142');
  expect(await at('Home', 'ArrowRight', 'ArrowUp')).toBe('1');
});

it('filters of reports stay in the address, over a reload', async () => {
  const page = await visit('/relatorios');
  const total = (count: string) =>
    page.getByRole('definition').first().getByText(count, { exact: true }).waitFor();
  await total('5');
  await page.getByRole('combobox', { name: reportTexts.main }).selectOption('=Cobrança');
  await total('2');
  await page.getByRole('combobox', { name: reportTexts.issue }).selectOption('Reembolso');
  await total('1');
  await page.getByRole('combobox', { name: reportTexts.issue }).selectOption('');
  await page.getByRole('combobox', { name: reportTexts.newsletter }).selectOption('Bom dia');
  await page.getByRole('combobox', { name: reportTexts.tag }).selectOption('Urgente');
  await page
    .getByRole('combobox', { name: reportTexts.groupBy })
    .selectOption(reportTexts.groupings.week);
  await page
    .getByRole('combobox', { name: reportTexts.period })
    .selectOption(reportTexts.periods.year);
  await page.reload();
  await total('1');
  await chart(page, reportTexts.firstReply).waitFor();
  expect(
    await page.getByRole('combobox', { name: reportTexts.tag }).locator(':checked').innerText(),
  ).toBe('Urgente');
  expect(new URL(page.url()).searchParams.get('groupBy')).toBe('week');
  const week = await tableOf(page, reportTexts.byHour);
  expect(week[10]?.filter((cell) => cell === '1')).toHaveLength(1);
});

it('response times are shown by category and by agent, without formulas in CSV', async () => {
  const page = await visit('/relatorios');
  const { content } = await download(page, chart(page, reportTexts.firstReply), 'CSV');
  expect(String(content)).toMatch(
    /^\uFEFFCategoria;Mediana;90 % em até\r\n'=Cobrança;[\d,]+;[\d,]+\r\nEntrega;;\r\n$/,
  );
  await page.getByRole('combobox', { name: reportTexts.by }).selectOption('Atendentes');
  await page
    .getByRole('combobox', { name: reportTexts.count })
    .selectOption(reportTexts.counts.business);
  await expect.poll(() => page.url()).toMatch(/by=agent&count=business/);
  // The chart of the categories goes only when the agents' answer has come.
  await expect
    .poll(async () => (await tableOf(page, reportTexts.firstReply))[1]?.[0])
    .toBe('bia@leitor.example');
});

it('reports open for editors on the week’s overview, whose tiles are sums of their lines', async () => {
  const week = mondayOf(addDays(today, -8));
  const page = await visit(`/relatorios?semana=${week}`, people.editor);
  const glance = page.getByRole('region', { name: reportTexts.overview });
  const tile = (label: string) =>
    glance.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });
  const rows = (await tableOf(page, reportTexts.ticketsPerDay)).slice(1);
  const sumOf = (column: number) =>
    rows.reduce((sum, row) => sum + Number(row[column] ?? Number.NaN), 0);
  expect(sumOf(1)).toBeGreaterThan(0);
  const figures = await tile(reportTexts.tickets).getByRole('definition').allInnerTexts();
  expect(figures[0]).toBe(String(sumOf(1)));
  expect(figures[1]).toContain(`: ${sumOf(2)} (`);
  const { firstReplies, readers } = await trpc.reports.summary.query({ week });
  await tile(reportTexts.readers).getByText(String(readers.active), { exact: true }).waitFor();
  const reply = firstReplies.count === 0 ? 'nenhuma resposta ainda' : 'mediana';
  await tile(reportTexts.firstReply).getByText(reply).waitFor();
  await glance
    .getByRole('combobox', { name: reportTexts.groupings.week })
    .selectOption(reportTexts.periods.week);
  await expect.poll(() => page.url()).toContain(`semana=${mondayOf(today)}`);
  await chart(page, reportTexts.ticketsPerDay).getByText(reportTexts.ongoing.day).first().waitFor();
  // A month, too: its tiles are the sums of its lines.
  await glance
    .getByRole('combobox', { name: reportTexts.week })
    .selectOption(reportTexts.periods.lastMonth);
  await expect.poll(() => page.url()).toMatch(/\?mes=\d{4}-\d\d$/);
  const month = new URL(page.url()).searchParams.get('mes') ?? '';
  await expect
    .poll(async () => (await tableOf(page, reportTexts.ticketsPerDay))[1]?.[0])
    .toBe(`01/${month.slice(5)}`);
  const drawn = (await tableOf(page, reportTexts.ticketsPerDay)).slice(1);
  const total = drawn.reduce((sum, [, count]) => sum + (Number(count) || 0), 0);
  await tile(reportTexts.tickets)
    .getByRole('definition')
    .first()
    .getByText(String(total))
    .waitFor();
  await expectAccessible(page);
  const agents = await visit('/relatorios');
  await chart(agents, overTime).waitFor();
  expect(await agents.getByRole('region', { name: reportTexts.overview }).count()).toBe(0);
});

it('reports have no violations that axe finds', async () => {
  const page = await visit('/relatorios?period=own');
  for (const name of ['Chamados por dia da semana e hora', 'Até a primeira resposta']) {
    await tableOf(page, name);
  }
  await expectAccessible(page);
});
