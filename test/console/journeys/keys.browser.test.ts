import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { startApp } from '../../harness.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { openConsole } from '../open-console.ts';
import {
  button,
  check,
  dialog,
  hasFocus,
  heading,
  keys,
  openTickets,
  press,
  rows,
} from '../parts.ts';
import { shell, tagTexts, ticketTexts, uiTexts } from '../texts.ts';

const { service: app, visit } = await openConsole(startApp);
const trpc = await app.trpc();
const { bulk } = ticketTexts;
const main = 'Teclas';
const [first = 0, second = 0, third = 0] = await openTickets(trpc, main, 'Um', 'Dois', 'Três');

/** Waits until a row has the focus. */
const focusedOn = (page: Page, id: number) => page.locator(`a[data-entry="${id}"]:focus`).waitFor();
const isSelected = (page: Page, count: number) =>
  page.getByText(bulk.selected(count), { exact: true }).waitFor();

it('the keys of the list move the focus, select, and open the ticket beside an open one', async () => {
  const page = await visit(`/fila?main=${main}`);
  await rows(page).nth(2).waitFor();
  await keys(page, 'j');
  await focusedOn(page, first);
  await keys(page, 'ArrowDown', 'x');
  await focusedOn(page, second);
  await isSelected(page, 1);
  await keys(page, 'j', 'Shift+X');
  await isSelected(page, 2);
  expect(await check(page, 'Um').isChecked()).toBe(false);
  // From the last one that was touched back to the first: all go.
  await check(page, 'Um').click({ modifiers: ['Shift'] });
  await isSelected(page, 3);
  await press(page, bulk.clear);
  await rows(page).nth(1).focus();
  await keys(page, 'Enter');
  await heading(page, 'Dois').waitFor();
  await keys(page, 'j');
  await heading(page, 'Três').waitFor();
  // Of the open ticket, and of the row that has the focus.
  await keys(page, 'x');
  await isSelected(page, 1);
  await rows(page).first().focus();
  await keys(page, 'x');
  await isSelected(page, 2);
  expect(await check(page, 'Três').isChecked()).toBe(true);
  // What is selected comes before what is open.
  await keys(page, 'e');
  await dialog(page).getByText(bulk.changes(2)).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/console/chamados/${third}`);
});

it('keys that are pressed while the next ticket is being opened act on that ticket', async () => {
  const others = await openTickets(trpc, 'À frente', 'Primeiro', 'Segundo', 'Terceiro');
  const page = await visit(`/chamados/${others[0]}?main=À frente`);
  await heading(page, 'Primeiro').waitFor();
  await rows(page).nth(2).waitFor();
  await page.route(/tickets\.get(?!.*batch=0)/, async (route) => {
    await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
    await route.continue();
  });
  await keys(page, 'e', 'j', 'e');
  await heading(page, 'Segundo').waitFor();
  const statuses = () =>
    Promise.all(others.map(async (id) => (await trpc.tickets.get.query({ id })).status));
  await expect.poll(statuses).toEqual(['resolved', 'open', 'resolved']);
});

it('keys that are pressed before the first page is shown act on it', async () => {
  const [id = 0] = await openTickets(trpc, 'Cedo', 'Antes de tudo');
  const page = await visit('/relatorios');
  await heading(page, shell.titles.reports).waitFor();
  const answer = Promise.withResolvers<void>();
  await page.route('**/console/session', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.goto(`/console/chamados/${id}`);
  await keys(page, 'e');
  answer.resolve();
  await expect.poll(async () => (await trpc.tickets.get.query({ id })).status).toBe('resolved');
});

it('a key that is held down moves in a list, and does nothing else again', async () => {
  const page = await visit(`/fila?main=${main}`);
  await rows(page).nth(2).waitFor();
  for (const id of [first, second]) {
    await page.keyboard.down('j');
    await focusedOn(page, id);
  }
  await page.keyboard.up('j');
  await page.keyboard.down('x');
  await isSelected(page, 1);
  await page.keyboard.down('x');
  await page.keyboard.up('x');
  await keys(page, 'j');
  await focusedOn(page, third);
  await isSelected(page, 1);
});

it('the list of keys opens in whatever way a keyboard writes the question mark', async () => {
  const page = await visit('/');
  await heading(page, shell.titles.queue).waitFor();
  const listed = page.getByRole('dialog', { name: shell.shortcuts });
  // With another key it is the browser's.
  for (const key of ['ctrlKey', 'metaKey']) {
    await page.locator('body').dispatchEvent('keydown', { key: '?', [key]: true });
  }
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await listed.count()).toBe(0);
  // As Windows says AltGr.
  const altGr = { ctrlKey: true, altKey: true, modifierAltGraph: true };
  await page.locator('body').dispatchEvent('keydown', { key: '?', ...altGr });
  await listed.waitFor();
  await keys(page, 'Escape');
  await listed.waitFor({ state: 'detached' });
  await keys(page, 'Shift+?');
  await listed.waitFor();
  await expectAccessible(page);
});

it('the palette takes letters at once, and leads to commands and to what the search finds', async () => {
  await openTickets(trpc, 'Paleta', 'Gertrudes', 'Outro assunto');
  const page = await visit('/relatorios');
  await heading(page, shell.titles.reports).waitFor();
  await keys(page, 'Control+k');
  await page.keyboard.type('atalhos');
  await keys(page, 'Enter');
  await page.getByRole('dialog', { name: shell.shortcuts }).waitFor();
  await keys(page, 'Escape', 'Control+k');
  const palette = page.getByRole('dialog', { name: shell.commands });
  await page.keyboard.type('gertrudes');
  expect(await palette.getByRole('combobox').inputValue()).toBe('gertrudes');
  // Nothing else has these letters: the first ticket is chosen.
  await palette.getByRole('option', { selected: true }).getByText('Gertrudes').waitFor();
  await expectAccessible(page);
  await keys(page, 'Enter');
  await heading(page, 'Gertrudes').waitFor();
});

it('a dialog is closed by a click beside it, but not by a selection that begins or ends there', async () => {
  const page = await visit('/');
  await heading(page, shell.titles.queue).waitFor();
  await keys(page, '?');
  const field = dialog(page).getByRole('combobox');
  const beside = () => page.mouse.move(5, 400);
  for (const [from, to] of [
    [() => field.hover(), beside],
    [beside, () => field.hover()],
  ] as const) {
    await from();
    await page.mouse.down();
    await to();
    await page.mouse.up();
    await field.fill('ainda aqui');
  }
  await page.mouse.click(5, 400);
  await dialog(page).waitFor({ state: 'detached' });
});

it('the focus goes into a dialog, and back to its opener by every way out', async () => {
  const page = await visit('/tags');
  for (const leave of ['Escape', uiTexts.close, uiTexts.cancel]) {
    await press(page, tagTexts.add);
    await dialog(page).getByLabel(tagTexts.name).and(page.locator(':focus')).waitFor();
    await (leave === 'Escape' ? keys(page, leave) : press(dialog(page), leave));
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(button(page, tagTexts.add))).toBe(true);
  }
});

it('the focus stays in the page when its element is off or removed, unless a click left it', async () => {
  const page = await visit('/tags');
  await heading(page, shell.titles.tags).waitFor();
  const active = () => page.evaluate(() => document.activeElement?.tagName);
  // The first screen does not take it.
  expect(await active()).toBe('BODY');
  const made = button(page, tagTexts.add);
  const turn = (off: boolean) =>
    made.evaluate((it: HTMLButtonElement, disabled) => {
      it.disabled = disabled;
    }, off);
  await made.focus();
  await turn(true);
  await expect.poll(active).toBe('BODY');
  await turn(false);
  await expect.poll(active).toBe('BUTTON');
  await page.evaluate(() => dispatchEvent(new PointerEvent('pointerdown')));
  await turn(true);
  await turn(false);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await active()).toBe('BODY');
  await made.focus();
  await made.evaluate((it) => it.remove());
  await expect.poll(active).toBe('H1');
});
