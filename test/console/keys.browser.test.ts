import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { callsOf, openConsole, people } from './open-console.ts';
import { button, dialog, heading } from './parts.ts';

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

describe('a key', () => {
  it('that is held down moves in a list, and does nothing else again', async () => {
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
    await page.getByRole('combobox', { name: 'Agrupar por' }).focus();
    await page.keyboard.press('?');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Comandos' }).waitFor();
    expect(await dialog(page).count()).toBe(1);
  });

  it('is named in the order of what it is about, and as the keyboard has it', async () => {
    const page = await visit(`/chamados/${ids[0]}`);
    await heading(page, 'Um das teclas').waitFor();
    await page.evaluate("Object.defineProperty(navigator, 'platform', { get: () => 'MacIntel' })");
    await page.keyboard.press('?');
    const options = dialog(page).getByRole('option');
    await options.first().waitFor();
    const texts = (await options.allInnerTexts()).map((text) => text.split(/\s*\n/)[0]);
    // First the page, then its list.
    const at = (text: string) => texts.indexOf(text);
    for (const text of ['Comandos', 'Resolver']) expect(at(text)).toBeLessThan(at('Buscar'));
    expect(at('Comandos')).toBeGreaterThanOrEqual(0);
    const kbd = options.filter({ hasText: 'Comandos' }).locator('kbd');
    expect(await kbd.allInnerTexts()).toEqual(['⌘', 'K']);
    // What is typed in the list of keys is searched for nowhere.
    const calls = await callsOf(page, { 'tickets.list': { items: [], nextCursor: null } });
    await dialog(page).getByRole('combobox').fill('busc');
    await expect.poll(() => options.count()).toBe(1);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await dialog(page).getByRole('combobox').fill(' boleto ');
    const search = { search: 'boleto', sort: 'newest', limit: 30 };
    await expect.poll(() => calls('tickets.list').at(-1)).toEqual(search);
    expect(JSON.stringify(calls('tickets.list'))).not.toContain('busc"');
    // The service takes no longer search.
    await dialog(page).getByRole('combobox').fill('x'.repeat(201));
    await expect
      .poll(() => calls('tickets.list').at(-1))
      .toEqual({ ...search, search: 'x'.repeat(200) });
  });

  it('opens the list of keys in whatever way a keyboard writes the question mark', async () => {
    const page = await visit('/');
    await page.getByRole('heading', { level: 1, name: 'Fila' }).waitFor();
    const keys = page.getByRole('dialog', { name: 'Atalhos' });
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

  it('leads to the search of a screen by a key, also from a ticket on a phone', async () => {
    const fields = { subject: 'No telefone', body: 'Oi', main: 'Geral' };
    const { id } = await trpc.tickets.create.mutate(fields);
    const page = await visit('/respostas-rapidas');
    const focused = page.locator('input:focus');
    for (const [address, name, label] of [
      ['/respostas-rapidas', 'Respostas rápidas', 'Buscar'],
      ['/leitores', 'Leitores', 'E-mail do leitor'],
      [`/chamados/${id}`, 'No telefone', 'Buscar'],
    ] as const) {
      await page.goto(`/console${address}`);
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.keyboard.press('/');
      await page.getByLabel(label, { exact: true }).and(focused).waitFor();
    }
    await page.setViewportSize({ width: 375, height: 800 });
    await page.goto(`/console/chamados/${id}`);
    await page.getByRole('heading', { level: 1, name: 'No telefone' }).waitFor();
    await page.keyboard.press('/');
    await page.getByLabel('Buscar', { exact: true }).and(focused).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/fila');
  });

  it('of the undo takes back what was sent last, then what was sent before it', async () => {
    const page = await visit('/tags');
    const calls = await callsOf(page, { 'outbox.undo': { undone: true } });
    await page.evaluate((email) => {
      const sent = [1, 2].map((n) => ({ mailId: n, ticketId: 70 + n, until: Date.now() + 60_000 }));
      localStorage.setItem(`console:${email}:undo`, JSON.stringify(sent));
    }, people.agent.email);
    await page.reload();
    await heading(page, 'Tags').waitFor();
    for (const ticketId of [72, 71]) {
      await page.getByText(`Resposta ao chamado ${ticketId} sai em 10 s`).waitFor();
      await page.keyboard.press('z');
      await page.getByText(`Desfeito. O rascunho voltou ao chamado ${ticketId}`).waitFor();
    }
    await button(page, 'Desfazer').waitFor({ state: 'detached' });
    expect(calls('outbox.undo')).toEqual([{ id: 2 }, { id: 1 }]);
  });

  it('of the search selects what stands there, for something else to be typed', async () => {
    const page = await visit('/leitores?busca=gil', people.admin);
    const box = page.getByRole('textbox', { name: 'E-mail do leitor, ou nome' });
    await expect.poll(() => box.inputValue()).toBe('gil');
    await page.keyboard.press('/');
    await page.keyboard.type('ana');
    expect(await box.inputValue()).toBe('ana');
  });
});

describe('the focus', () => {
  it('goes into a dialog, and back to its opener by every way out', async () => {
    const page = await visit('/tags');
    for (const leave of ['Escape', 'Fechar', 'Cancelar']) {
      await button(page, 'Nova tag').click();
      await dialog(page).getByLabel('Nome').and(page.locator(':focus')).waitFor();
      if (leave === 'Escape') await page.keyboard.press(leave);
      else await dialog(page).getByRole('button', { name: leave }).click();
      await dialog(page).waitFor({ state: 'detached' });
      await isFocused(page, 'Nova tag');
    }
  });

  it('stays in the page when what had it goes, or is off for a while, unless it was left', async () => {
    const page = await visit('/tags');
    await heading(page, 'Tags').waitFor();
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
      button(page, 'Nova tag').evaluate(async (it, clicked) => {
        it.focus();
        if (clicked) dispatchEvent(new PointerEvent('pointerdown'));
        it.blur();
        document.body.append(document.createElement('p'));
        await new Promise((resolve) => requestAnimationFrame(resolve));
        return document.activeElement?.tagName;
      }, isByClick);
    expect([await lose(false), await lose(true)]).toEqual(['BUTTON', 'BODY']);
  });
});

it('how it looks is the same in all windows of a browser', async () => {
  const page = await visit('/tags');
  const other = await page.context().newPage();
  await other.goto('/console/fila');
  await heading(other, 'Fila').waitFor();
  await button(page, 'Conta de Agente').click();
  const look = () =>
    other.evaluate(() => {
      const { style, dataset } = document.documentElement;
      return [style.colorScheme, dataset.rows];
    });
  const row = other.locator('a[data-ticket]').first();
  const height = async () => (await row.boundingBox())?.height ?? 0;
  await row.waitFor();
  // In one line, and in three beside a ticket.
  expect(await height()).toBe(39);
  await page.getByRole('combobox', { name: 'Linhas' }).selectOption('Espaçosas');
  await expect.poll(look).toEqual(['', 'roomy']);
  expect(await height()).toBe(51);
  await row.click();
  await expect.poll(height).toBe(75);
  await page.getByRole('combobox', { name: 'Aparência' }).selectOption('Escura');
  await expect.poll(look).toEqual(['dark', 'roomy']);
  await button(other, 'Conta de Agente').click();
  const rows = other.getByRole('combobox', { name: 'Linhas' });
  expect(await rows.inputValue()).toBe('roomy');
  await rows.selectOption('Compactas');
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Linhas' }).inputValue())
    .toBe('compact');
});
