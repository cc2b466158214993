import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { reportTexts } from '../../../console/src/reports/texts.ts';
import { shell } from '../../../console/src/shell/texts.ts';
import { tagTexts } from '../../../console/src/tags/texts.ts';
import { ticketTexts } from '../../../console/src/tickets/texts.ts';
import { startApp } from '../../harness.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { openConsole } from '../open-console.ts';
import { button, check, dialog, heading, list, rows, search } from '../parts.ts';

const { service: app, visit } = await openConsole(startApp);
const trpc = await app.trpc();

const ids: number[] = [];
for (const subject of ['Um', 'Dois', 'Três']) {
  const createdAt = new Date(Date.now() - (9 - ids.length) * 3_600_000).toISOString();
  const fields = { subject: `${subject} das teclas`, body: 'Oi', main: 'Teclas', createdAt };
  ids.push((await trpc.tickets.create.mutate(fields)).id);
}

const isFocused = (page: Page, name: string) =>
  expect.poll(() => button(page, name).evaluate((it) => it === document.activeElement)).toBe(true);

type Ticket = Partial<Parameters<typeof trpc.tickets.create.mutate>[0]>;
const create = async (ticket: Ticket) =>
  (await trpc.tickets.create.mutate({ subject: 'Dúvida', body: 'Oi', main: 'Conta', ...ticket }))
    .id;
/** Opens a ticket so many hours ago. */
const open = (main: string, subject: string, ago: number) =>
  create({ main, subject, createdAt: new Date(Date.now() - ago * 3_600_000).toISOString() });
/** Waits until a row has the focus. */
const focusedOn = (page: Page, id: number) =>
  page.locator(`a[data-ticket="${id}"]:focus`).waitFor();

it('the keys of the list move, select and open, and stop at both ends', async () => {
  const main = 'Ordem';
  const ids: number[] = [];
  for (const [n, subject] of ['Um', 'Dois', 'Três', 'Quatro'].entries()) {
    ids.push(await open(main, `${subject} da lista`, 9 - n));
  }
  const [first = 0, second = 0, third = 0, last = 0] = ids;
  const page = await visit(`/fila?main=${main}`);
  await rows(page).nth(3).waitFor();
  await page.keyboard.press('k');
  await focusedOn(page, first);
  await page.keyboard.press('k');
  await focusedOn(page, first);
  await page.keyboard.press('ArrowDown');
  await focusedOn(page, second);
  await page.keyboard.press('ArrowUp');
  await focusedOn(page, first);
  await page.keyboard.press('x');
  await page.getByText('1 selecionado', { exact: true }).waitFor();
  expect(await check(page, 'Um da lista').isChecked()).toBe(true);
  expect(await page.locator('[data-selecting]').count()).toBe(1);
  for (const _ of ids) await page.keyboard.press('j');
  await focusedOn(page, last);
  await page.keyboard.press('k');
  await focusedOn(page, third);
  await page.keyboard.press('Shift+X');
  await page.getByText('3 selecionados', { exact: true }).waitFor();
  expect(await check(page, 'Quatro da lista').isChecked()).toBe(false);
  await page.keyboard.press('x');
  await page.getByText('2 selecionados', { exact: true }).waitFor();
  await check(page, 'Quatro da lista').click();
  // From the last one that was touched back to the first: all go.
  await check(page, 'Um da lista').click({ modifiers: ['Shift'] });
  await page.getByText('1 selecionado', { exact: true }).waitFor({ state: 'detached' });
  expect(await page.getByText(/selecionado/).count()).toBe(0);
  expect(await page.locator('[data-selecting]').count()).toBe(0);
  await check(page, 'Dois da lista').click();
  await button(page, ticketTexts.bulk.clear).click();
  expect(await check(page, 'Dois da lista').isChecked()).toBe(false);
  await check(page, 'Dois da lista').click();
  await page.getByText('1 selecionado', { exact: true }).waitFor();
  await page.goto(`/console/chamados/${third}?main=${main}`);
  await heading(page, 'Três da lista').waitFor();
  await rows(page).nth(3).waitFor();
  expect(await list(page).locator('[data-open]').innerText()).toContain('Três da lista');
  await page.keyboard.press('j');
  await heading(page, 'Quatro da lista').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByText('1 selecionado', { exact: true }).waitFor();
  expect(await check(page, 'Quatro da lista').isChecked()).toBe(true);
  await rows(page).first().focus();
  await page.keyboard.press('x');
  await page.getByText('2 selecionados', { exact: true }).waitFor();
  expect(await check(page, 'Um da lista').isChecked()).toBe(true);
  // What is selected comes before what is open.
  await page.keyboard.press('e');
  await page
    .getByRole('dialog', { name: ticketTexts.bulk.resolve })
    .getByText('Isto muda 2 chamados.')
    .waitFor();
  await page.keyboard.press('Escape');
  expect(new URL(page.url()).pathname).toBe(`/console/chamados/${last}`);
  expect(search(page)).toEqual({ main });
});

it('a ticket that is resolved or snoozed leaves its place in the list', async () => {
  const main = 'Lugar';
  for (const [n, subject] of ['Um', 'Dois', 'Três', 'Quatro'].entries()) {
    await open(main, `${subject} do lugar`, 9 - n);
  }
  const page = await visit(`/fila?main=${main}`);
  await rows(page).nth(3).waitFor();
  await rows(page).nth(1).click();
  await heading(page, 'Dois do lugar').waitFor();
  const gone = (text: string) =>
    rows(page).filter({ hasText: text }).waitFor({ state: 'detached' });
  await page.keyboard.press('e');
  await gone('Dois do lugar');
  await page.keyboard.press('j');
  await heading(page, 'Três do lugar').waitFor();
  await page.keyboard.press('s');
  await page.getByRole('option', { name: ticketTexts.snooze.untilReader }).click();
  await gone('Três do lugar');
  await page.keyboard.press('k');
  await heading(page, 'Um do lugar').waitFor();
});

it('a key that is held down moves in a list, and does nothing else again', async () => {
  const page = await visit('/fila?main=Teclas');
  const row = (at: number) => page.locator(`a[data-ticket="${ids[at]}"]`);
  await row(2).waitFor();
  const focused = (at: number) => row(at).and(page.locator(':focus')).waitFor();
  await page.keyboard.down('j');
  await focused(0);
  await page.keyboard.down('j');
  await focused(1);
  await page.keyboard.down('j');
  await focused(2);
  await page.keyboard.up('j');
  await page.keyboard.down('k');
  await page.keyboard.down('k');
  await focused(0);
  await page.keyboard.up('k');
  await page.keyboard.press('j');
  await focused(1);
  await page.keyboard.down('x');
  await page.getByText('1 selecionado', { exact: true }).waitFor();
  await page.keyboard.down('x');
  await page.keyboard.up('x');
  // A box to tick takes no keys for itself, one to choose from does.
  await page.getByRole('checkbox', { name: 'Selecionar Dois das teclas' }).focus();
  await page.keyboard.press('?');
  await dialog(page).waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  expect(await page.getByText('1 selecionado', { exact: true }).count()).toBe(1);
  await page.goto('/console/relatorios');
  await page.getByRole('combobox', { name: reportTexts.groupBy }).focus();
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: shell.commands }).waitFor();
  expect(await dialog(page).count()).toBe(1);
});

it('the list of keys opens in whatever way a keyboard writes the question mark', async () => {
  const page = await visit('/');
  await page.getByRole('heading', { level: 1, name: shell.titles.queue }).waitFor();
  const keys = page.getByRole('dialog', { name: shell.shortcuts });
  await page.keyboard.press('?');
  await keys.waitFor();
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  // As Windows says AltGr.
  const altGr = { ctrlKey: true, altKey: true, modifierAltGraph: true };
  await page.locator('body').dispatchEvent('keydown', { key: '?', ...altGr });
  await keys.waitFor();
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  // With another key it is the browser's.
  for (const key of ['ctrlKey', 'metaKey']) {
    await page.locator('body').dispatchEvent('keydown', { key: '?', [key]: true });
  }
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await keys.count()).toBe(0);
});

it('keys and commands are listed, and lead on', async () => {
  const page = await visit('/');
  await page.getByRole('heading', { level: 1, name: shell.titles.queue }).waitFor();
  await page.keyboard.press('Shift+?');
  await page.getByRole('dialog', { name: shell.shortcuts }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  const commands = page.getByRole('dialog', { name: shell.commands });
  await commands.waitFor();
  await expectAccessible(page);
  await page.keyboard.type('atalhos');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: shell.shortcuts }).waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

it('the palette takes letters at once and opens what the search finds, the best first', async () => {
  await create({ subject: 'Outro assunto', body: 'Falei com a Gertrudes.' });
  const id = await create({ subject: 'Boleto', requesterName: 'Gertrudes Avelãs' });
  // More than are shown.
  for (let n = 0; n < 9; n += 1) await create({ subject: 'De novo', body: 'A Gertrudes ligou.' });
  const page = await visit('/relatorios');
  await page.getByRole('heading', { level: 1, name: shell.titles.reports }).waitFor();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: shell.commands });
  await page.keyboard.type('gertrudes');
  expect(await palette.getByRole('combobox').inputValue()).toBe('gertrudes');
  const options = palette.getByRole('option');
  await options.nth(7).waitFor();
  expect(await options.count()).toBe(8);
  expect(await options.first().textContent()).toContain('Boleto');
  await expectAccessible(page);
  // Nothing else has these letters: the first ticket is chosen.
  await palette.getByRole('option', { selected: true }).getByText('Boleto').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Boleto' }).waitFor();
  expect(page.url()).toContain(`/console/chamados/${id}`);
});

it('a dialog is closed by a click beside it, but not by a selection that ends there', async () => {
  const page = await visit('/');
  await page.getByRole('heading', { level: 1, name: shell.titles.queue }).waitFor();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: shell.shortcuts });
  const box = dialog.getByRole('combobox');
  await box.fill('fila');
  await box.hover();
  await page.mouse.down();
  await page.mouse.move(5, 400);
  await page.mouse.up();
  await box.fill('outra');
  // Nor by one that begins beside it.
  await page.mouse.down();
  await box.hover();
  await page.mouse.up();
  await box.fill('mais uma');
  await page.mouse.click(5, 400);
  await dialog.waitFor({ state: 'detached' });
});

it('the focus goes into a dialog, and back to its opener by every way out', async () => {
  const page = await visit('/tags');
  for (const leave of ['Escape', 'Fechar', 'Cancelar']) {
    await button(page, tagTexts.add).click();
    await dialog(page).getByLabel(tagTexts.name).and(page.locator(':focus')).waitFor();
    if (leave === 'Escape') await page.keyboard.press(leave);
    else await dialog(page).getByRole('button', { name: leave }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await isFocused(page, 'Nova tag');
  }
});

it('the focus stays in the page when its element is removed or disabled', async () => {
  const page = await visit('/tags');
  await heading(page, shell.titles.tags).waitFor();
  const active = () => page.evaluate(() => document.activeElement?.tagName);
  // The first screen does not take it.
  expect(await active()).toBe('BODY');
  await page.evaluate(() => {
    const made = document.createElement('button');
    made.textContent = 'De teste';
    document.querySelector('main')?.append(made);
    made.focus();
    made.disabled = true;
  });
  const made = button(page, 'De teste');
  await expect.poll(active).toBe('BODY');
  await made.evaluate((it: HTMLButtonElement) => {
    it.disabled = false;
  });
  await isFocused(page, 'De teste');
  await made.evaluate((it) => it.remove());
  await expect.poll(active).toBe('H1');
  // A click beside everything means to leave.
  const lose = (isByClick: boolean) =>
    button(page, tagTexts.add).evaluate(async (it, clicked) => {
      it.focus();
      if (clicked) dispatchEvent(new PointerEvent('pointerdown'));
      it.blur();
      document.body.append(document.createElement('p'));
      await new Promise((resolve) => requestAnimationFrame(resolve));
      return document.activeElement?.tagName;
    }, isByClick);
  expect([await lose(false), await lose(true)]).toEqual(['BUTTON', 'BODY']);
});
