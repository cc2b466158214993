import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startReplyFixture } from '../replies/reply-fixtures.ts';
import { openConsole, people } from './open-console.ts';
import { attach, box, button, dialog, focused } from './parts.ts';

const { service: fixture, visit } = await openConsole((env) => startReplyFixture({ env }));
const trpc = await fixture.app.trpc();
const mine = await fixture.app.trpc(people.agent);

const filesOf = (page: Page) => page.getByRole('list', { name: 'Anexos da resposta' });

describe('files', () => {
  it('that are too large, refused or cut off are not taken, and say why', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    await attach(page, 'grande.txt', Buffer.alloc(10 * 1_048_576 + 1));
    await page.getByText('grande.txt passa de 10 MB.').waitFor();
    await page.route(/console\/attachments/, (route) => route.abort(), { times: 1 });
    await attach(page, 'rede.txt');
    await page.getByText('Sem resposta do serviço.').waitFor();
    await page.route(
      /console\/attachments/,
      (route) => route.fulfill({ status: 422, headers: { 'X-Error-Code': 'attachment-infected' } }),
      { times: 1 },
    );
    await attach(page, 'virus.txt');
    await page.getByText('O antivírus recusou o arquivo.').waitFor();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    expect(await filesOf(page).count()).toBe(0);
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(/console\/attachments/, async (route) => {
      await promise;
      await route.continue();
    });
    await attach(page, 'lento.txt');
    await page.getByRole('progressbar', { name: 'Anexar arquivo' }).waitFor();
    expect(await button(page, 'Anexar arquivo').isDisabled()).toBe(true);
    resolve();
    await filesOf(page).getByText('lento.txt').waitFor();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    expect(await button(page, 'Anexar arquivo').isEnabled()).toBe(true);
    // Of a long text the beginning is shown.
    await attach(page, 'longo.txt', Buffer.from('a'.repeat(100_050)));
    await button(page, 'Sobre o chamado').click();
    await button(page, 'Ver longo.txt').click();
    const text = dialog(page).getByText(/^a{1000}/);
    await expect.poll(async () => (await text.innerText()).length).toBe(100_000);
    await page.keyboard.press('Escape');
    // Together they are too large for a mail.
    const file = { id: 1, name: 'a.bin', type: 'text/plain', size: 20 * 1_048_576 };
    const store = `console:${people.agent.email}:text:extras:${id}`;
    const keep = (files: object[]) =>
      page.evaluate(
        ([key, value]) => localStorage.setItem(key ?? '', value ?? ''),
        [store, JSON.stringify({ files })],
      );
    await keep([file]);
    await page.reload();
    await box(page).fill('Pesado');
    await page.getByText('21 MB de 20 MB').waitFor();
    expect(await button(page, 'Enviar').isEnabled()).toBe(true);
    await keep([file, { ...file, id: 2, size: 1 }]);
    await page.reload();
    await box(page).getByText('Pesado').waitFor();
    await page.getByText('21 MB: passa de 20 MB. Tire um arquivo para enviar.').waitFor();
    expect(await button(page, 'Enviar').isDisabled()).toBe(true);
  });

  it('that come while a note is written are on the ticket alone', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    await page.getByRole('tab', { name: 'Nota' }).click();
    const transfer = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['Olá'], 'solto.txt', { type: 'text/plain' }));
      return data;
    });
    await page
      .getByRole('region', { name: 'Conversa' })
      .dispatchEvent('drop', { dataTransfer: transfer });
    await page.getByText('Arquivo só no chamado.').waitFor();
    const side = page.getByRole('complementary', { name: 'Sobre o chamado' });
    await side.getByRole('link', { name: 'Baixar solto.txt' }).waitFor();
    await page.getByRole('tab', { name: 'Nota' }).press('ArrowLeft');
    await box(page).waitFor();
    expect(await filesOf(page).count()).toBe(0);
  });
});

describe('a note', () => {
  it('may be for the model, proposes people by keys, and leaves nothing behind', async () => {
    for (const name of ['Ana Alves', 'Ana Borges']) {
      const email = `${name.slice(4)}.${crypto.randomUUID()}@exemplo.com`.toLowerCase();
      await trpc.team.set.mutate({ email, role: 'agent' });
      await trpc.accounts.upsert.mutate({ email, name });
    }
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    await box(page).waitFor();
    const tabs = page.getByRole('tablist', { name: 'Responder' }).getByRole('tab');
    await tabs.first().press('ArrowRight');
    expect(await tabs.nth(1).getAttribute('aria-selected')).toBe('true');
    const note = page.getByRole('textbox', { name: 'Nota' });
    await expect.poll(() => focused(page)).toBe('TEXTAREA');
    expect(await button(page, 'Salvar nota').isDisabled()).toBe(true);
    await page.keyboard.type('  ');
    expect(await button(page, 'Salvar nota').isDisabled()).toBe(true);
    await note.fill('');
    const options = page.getByRole('listbox', { name: 'Pessoas' }).getByRole('option');
    const chosen = page.getByRole('option', { selected: true });
    await page.keyboard.type('Oi @ana');
    await options.nth(1).waitFor();
    expect(await chosen.innerText()).toMatch(/^Ana Alves/);
    await page.keyboard.press('ArrowUp');
    await chosen.getByText('Ana Borges').waitFor();
    await page.keyboard.press('ArrowDown');
    await chosen.getByText('Ana Alves').waitFor();
    await page.keyboard.press('ArrowDown');
    await chosen.getByText('Ana Borges').waitFor();
    expect(await note.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
    // What is typed on begins at the first again.
    await page.keyboard.type(' ');
    await chosen.getByText('Ana Alves').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await expect.poll(() => note.inputValue()).toBe('Oi @Ana Borges ');
    await page.keyboard.type('e @ana');
    await options.nth(1).waitFor();
    await page.keyboard.press('Escape');
    await options.first().waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('TEXTAREA');
    await page.keyboard.type(' ');
    await page.keyboard.press('Backspace');
    await options.getByText('Ana Alves').click();
    await expect.poll(() => note.inputValue()).toBe('Oi @Ana Borges e @Ana Alves ');
    await expect.poll(() => focused(page)).toBe('TEXTAREA');
    await page.getByRole('checkbox', { name: 'O modelo pode ler' }).check();
    await button(page, 'Salvar nota').click();
    await page.getByRole('article').getByText('O modelo pode ler').waitFor();
    const { notes } = await trpc.tickets.get.query({ id });
    expect(notes).toMatchObject([{ inPrompt: true, body: 'Oi @Ana Borges e @Ana Alves ' }]);
    expect(notes[0]?.mentions).toHaveLength(2);
    await page.keyboard.press('n');
    expect(await note.inputValue()).toBe('');
    expect(await page.getByRole('checkbox', { name: 'O modelo pode ler' }).isChecked()).toBe(false);
    await page.keyboard.type('Oi @ana fim');
    for (const _ of ' fim') await page.keyboard.press('ArrowLeft');
    await options.nth(1).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => note.evaluate((it: HTMLTextAreaElement) => it.selectionStart)).toBe(14);
    await page.keyboard.type('e');
    expect(await note.inputValue()).toBe('Oi @Ana Alves e fim');
    await page.keyboard.type(' @ana');
    await options.first().waitFor();
    await tabs.nth(1).focus();
    await options.first().waitFor({ state: 'detached' });
    await note.fill('Oi @Ana Alves e fim');
    await note.press('Meta+Enter');
    await page.getByRole('article').getByText('Oi @Ana Alves e fim').waitFor();
    await page.keyboard.press('n');
    expect(await note.inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe('H1');
    expect(await page.evaluate(() => Object.keys(localStorage))).not.toContainEqual(
      expect.stringContaining('text:note'),
    );
  });

  it('stays if it could not be saved', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    await page.route(/tickets\.addNote/, (route) => route.abort(), { times: 1 });
    await box(page).waitFor();
    await page.keyboard.press('n');
    const note = page.getByRole('textbox', { name: 'Nota' });
    await note.fill('Fica');
    await button(page, 'Salvar nota').click();
    await page.getByText('Sem resposta do serviço.').waitFor();
    expect(await note.inputValue()).toBe('Fica');
    await button(page, 'Salvar nota').click();
    await page.getByRole('article').getByText('Fica').waitFor();
  });
});

describe('the signature', () => {
  it('is shown when it is opened again, and is saved only if it was changed', async () => {
    const signature = '<p>Equipe <b>Leitor</b></p>';
    await mine.me.preferences.set.mutate({ signature });
    const page = await visit(`/chamados/${await fixture.openTicket()}`);
    await button(page, 'Assinatura').click();
    const text = dialog(page).getByRole('textbox', { name: 'Assinatura' });
    await text.locator('b').getByText('Leitor').waitFor();
    const save = dialog(page).getByRole('button', { name: 'Salvar assinatura' });
    expect(await save.isDisabled()).toBe(true);
    await text.fill('');
    // A slash is one here, and an address of a mail is one, too.
    await text.press('/');
    await text.getByText('/', { exact: true }).waitFor();
    await page.keyboard.press('Control+a');
    await page.evaluate("globalThis.prompt = () => 'mailto:a@exemplo.com.br'");
    await dialog(page).getByRole('button', { name: 'Link' }).click();
    await text.locator('a[href="mailto:a@exemplo.com.br"]').waitFor();
    await text.fill('');
    // In another browser of theirs.
    await mine.me.preferences.set.mutate({ signature, afterSending: 'stay' });
    await save.click();
    await page.getByText('Assinatura salva.').waitFor();
    await dialog(page).waitFor({ state: 'detached' });
    expect(await mine.me.preferences.get.query()).toEqual({ signature: '', afterSending: 'stay' });
  });
});
