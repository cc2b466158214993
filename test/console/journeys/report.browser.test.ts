import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { reportTexts as texts } from '../../../console/src/reports/texts.ts';
import { chartTexts } from '../../../console/src/ui/texts.ts';
import { addDays, civilDayOf, mondayOf } from '../../../server/core/civil-time.ts';
import { startApp } from '../../harness.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { openConsole, people } from '../open-console.ts';

const { service: app, visit } = await openConsole(startApp);
const trpc = await app.trpc();

const today = civilDayOf(new Date());
const open = async (daysAgo: number, hour: string, fields = {}) => {
  const createdAt = `${addDays(today, -daysAgo)}T${hour}:30:00-03:00`;
  const ticket = { subject: 'Dúvida', body: 'Olá', main: 'Entrega', createdAt, ...fields };
  return (await trpc.tickets.create.mutate(ticket)).id;
};
const tag = await trpc.tags.create.mutate({ name: 'Urgente', color: '#112233' });
const main = '=Cobrança';
const id = await open(2, '09', { main, issue: 'Reembolso', newsletter: 'Bom dia' });
await trpc.tickets.addTag.mutate({ id, tagId: tag.id });
await open(2, '09', { main, issue: 'Boleto' });
await open(3, '10');
await open(3, '10');
await open(8, '11');
const message = { id, author: 'bia@leitor.example', origin: 'agent' as const, body: 'Feito' };
await trpc.tickets.addMessage.mutate(message);
await trpc.tickets.setStatus.mutate({ id, status: 'in_progress' });

const chart = (page: Page, name: string) => page.getByRole('figure', { name, exact: true });
const choose = (page: Page, name: string, value: string) =>
  page.getByRole('combobox', { name, exact: true }).selectOption(value);

/** The rows of a chart's table. */
const tableOf = async (page: Page, name: string): Promise<string[][]> => {
  const figure = chart(page, name);
  const table = figure.getByRole('table', { name });
  await figure.waitFor();
  const summary = figure.getByText(chartTexts.figures);
  // Bars are a table that is always shown.
  if ((await summary.count()) > 0 && !(await table.isVisible())) await summary.click();
  await table.waitFor();
  const rows = await table.getByRole('row').all();
  return Promise.all(
    rows.map((row) => row.getByRole('cell').or(row.getByRole('columnheader')).allInnerTexts()),
  );
};

const download = async (page: Page, name: string, button: string) => {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    chart(page, name).getByRole('button', { name: button }).click(),
  ]);
  return { name: file.suggestedFilename(), content: await buffer(await file.createReadStream()) };
};

const shown = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(2, 4)}`;

it('a period is compared with the one before, in its chart, as a table and as CSV', async () => {
  const page = await visit('/relatorios?period=7');
  await page.getByText('1 (+300%)').waitFor();
  const facts = await page.getByRole('definition').allInnerTexts();
  // Not resolved are those in progress, too.
  expect([facts[0], facts.at(-1)]).toEqual(['4', '4']);
  const read = await chart(page, texts.overTime).locator('rect > title').allTextContents();
  expect(read.at(-3)).toMatch(new RegExp(`^${shown(addDays(today, -2))} · .* 2 · .* 0 `));
  const rows = await tableOf(page, texts.overTime);
  expect(rows.slice(1)).toEqual(
    [0, 0, 0, 2, 2, 0, 0].map((count, index) => [
      shown(addDays(today, index - 6)),
      String(count),
      index === 5 ? '1' : '0',
    ]),
  );
  const csv = await download(page, texts.overTime, 'CSV');
  expect(csv.name).toBe(`${texts.overTime} ${addDays(today, -6)} a ${today}.csv`);
  // The byte order mark is for Excel.
  expect(String(csv.content)).toBe(`\uFEFF${rows.map((row) => `${row.join(';')}\r\n`).join('')}`);
  await expectAccessible(page);
});

it('filters of reports stay in the address, over a reload', async () => {
  const page = await visit('/relatorios');
  const total = (count: string) =>
    page.getByRole('definition').first().getByText(count, { exact: true }).waitFor();
  await total('5');
  await choose(page, texts.main, main);
  await total('2');
  await choose(page, texts.issue, 'Reembolso');
  await total('1');
  await choose(page, texts.tag, 'Urgente');
  await choose(page, texts.groupBy, 'week');
  await page.reload();
  await total('1');
  const chosen = page.getByRole('combobox', { name: texts.tag }).locator(':checked');
  expect(await chosen.innerText()).toBe('Urgente');
  expect(new URL(page.url()).searchParams.get('groupBy')).toBe('week');
});

it('response times are shown by category and by agent, without formulas in CSV', async () => {
  const page = await visit('/relatorios');
  const { content } = await download(page, texts.firstReply, 'CSV');
  expect(String(content)).toMatch(/\r\n'=Cobrança;[\d,]+;[\d,]+\r\nEntrega;–;–\r\n$/);
  await choose(page, texts.by, 'agent');
  await choose(page, texts.count, 'business');
  await expect.poll(() => page.url()).toMatch(/by=agent&count=business/);
  // The chart of the categories goes only when the agents' answer has come.
  await expect
    .poll(async () => (await tableOf(page, texts.firstReply))[1]?.[0])
    .toBe('bia@leitor.example');
});

it('reports have an overview for editors, whose tiles are sums of their lines', async () => {
  const monday = mondayOf(addDays(today, -8));
  const week = `period=own&from=${monday}&to=${addDays(monday, 6)}`;
  const page = await visit(`/relatorios?${week}`, people.editor);
  const glance = page.getByRole('region', { name: texts.overview });
  const tile = glance
    .locator('dl > div')
    .filter({ has: page.getByText(texts.tickets, { exact: true }) });
  const todayShown = shown(today).slice(0, 5);
  /** Whether the tile has the sums of the lines without today, and the table begins on this day. */
  const isSumFrom = async (day: string) => {
    const all = (await tableOf(page, texts.ticketsPerDay)).slice(1);
    const rows = all.filter(([label]) => !label?.endsWith(todayShown));
    const sumOf = (column: number) =>
      rows.reduce((sum, { [column]: count }) => sum + (Number(count) || 0), 0);
    const [now, before = ''] = await tile.getByRole('definition').allInnerTexts();
    const isSum = now === String(sumOf(1)) && before.includes(`: ${sumOf(2)} (`);
    return isSum && sumOf(1) > 0 && rows[0]?.[0]?.endsWith(day) === true;
  };
  await expect.poll(() => isSumFrom(shown(monday).slice(0, 5))).toBe(true);
  await choose(page, texts.period, '30');
  await expect.poll(() => isSumFrom(shown(addDays(today, -29)).slice(0, 5))).toBe(true);
  await expectAccessible(page);
  const agents = await visit('/relatorios');
  await chart(agents, texts.overTime).waitFor();
  expect(await agents.getByRole('region', { name: texts.overview }).count()).toBe(0);
});
