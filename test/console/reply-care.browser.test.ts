import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startReplyFixture } from '../replies/reply-fixtures.ts';
import { callsOf, openConsole, people, refusing } from './open-console.ts';
import { attach, box, button, dialog, heading } from './parts.ts';

const { service: fixture, visit } = await openConsole((env) => startReplyFixture({ env }));
const trpc = await fixture.app.trpc();

const newer = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Há uma mensagem mais nova' });
const answer = (id: number) =>
  trpc.tickets.addMessage.mutate({ id, author: 'Rui', origin: 'agent', body: 'Já respondi.' });
const refuse = refusing('internal-error', 500);
const keysOf = (inputs: unknown[]) => new Set(inputs.map((input) => Object(input).requestKey));
const openDraft = async () => {
  const id = await fixture.openTicket();
  const { outcomes } = await trpc.replies.drafts.create.mutate({ ticketIds: [id] });
  const draftId = outcomes[0]?.ok ? outcomes[0].draftId : 0;
  const page = await visit(`/rascunhos/${draftId}`);
  await box(page).getByText('Já reenviamos').waitFor();
  return { id, draftId, page };
};

describe('a reply', () => {
  it('that was refused is another request when it is sent again', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    await page.route(/tickets\.reply/, refuse, { times: 1 });
    const callsTo = await callsOf(page, {});
    await box(page).fill('   ');
    expect(await button(page, 'Enviar').isDisabled()).toBe(true);
    await box(page).fill('De novo');
    await button(page, 'Enviar').click();
    await page.getByText('O serviço falhou.').first().waitFor();
    await button(page, 'Enviar').click();
    await button(page, 'Desfazer').waitFor();
    expect(keysOf(callsTo('tickets.reply')).size).toBe(2);
    expect(await fixture.messagesOf(id)).toHaveLength(2);
  });

  it('is refused beside a message that the page does not show, until that was read', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    await box(page).fill('Minha');
    await page.getByText('Guardado', { exact: true }).waitFor();
    await page.route(/tickets\.get|console\/events/, (route) => route.abort());
    await answer(id);
    await button(page, 'Enviar').click();
    await newer(page).getByRole('button', { name: 'Já li' }).click();
    await newer(page).waitFor({ state: 'detached' });
    await button(page, 'Enviar').click();
    await button(page, 'Desfazer').waitFor();
    expect(await fixture.messagesOf(id)).toHaveLength(3);
  });

  it('leads nobody to the list who has gone elsewhere', async () => {
    const id = await fixture.openTicket();
    const page = await visit('/tags');
    await callsOf(page, { 'me.preferences.get': { afterSending: 'list' } });
    await page.goto(`/console/chamados/${id}`);
    const { promise: left, resolve } = Promise.withResolvers<void>();
    await page.route(/tickets\.reply/, async (route) => {
      await left;
      await route.fallback();
    });
    await box(page).fill('Enviado e deixado');
    await box(page).press('Meta+Enter');
    await page.locator('[inert]').waitFor();
    await page.getByRole('link', { name: 'Tags' }).click();
    await heading(page, 'Tags').waitFor();
    resolve();
    await button(page, 'Desfazer').waitFor();
    expect(page.url()).toMatch(/\/console\/tags$/);
  });

  it('that is written is there again when one comes back to its ticket', async () => {
    const page = await visit(`/chamados/${await fixture.openTicket()}`);
    await box(page).fill('Volto já');
    await page.getByText('Guardado', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Tags' }).click();
    await heading(page, 'Tags').waitFor();
    await page.goBack();
    await box(page).getByText('Volto já').waitFor();
  });
});

it('what was done to a reply is taken back and done again by keys', async () => {
  const page = await visit(`/chamados/${await fixture.openTicket()}`);
  await box(page).click();
  await page.keyboard.type('Forte');
  await page.keyboard.press('Control+a');
  await button(page, 'Negrito').click();
  const bold = box(page).locator('b', { hasText: 'Forte' });
  await bold.waitFor();
  await page.keyboard.press('Control+z');
  await bold.waitFor({ state: 'detached' });
  await box(page).getByText('Forte').waitFor();
  await page.keyboard.press('Control+y');
  await bold.waitFor();
});

describe('a draft', () => {
  it('is approved anew after a refusal, and is no answer to a message that came meanwhile', async () => {
    const { id, page } = await openDraft();
    await page.route(/drafts\.approve/, refuse, { times: 1 });
    const callsTo = await callsOf(page, {});
    await button(page, 'Aprovar').click();
    await page.getByText('O serviço falhou.').first().waitFor();
    await page.route(/tickets\.get|console\/events/, (route) => route.abort());
    await answer(id);
    await button(page, 'Aprovar').click();
    await newer(page).waitFor();
    const asked = callsTo('replies.drafts.approve');
    expect([asked.length, keysOf(asked).size]).toEqual([2, 2]);
    // It is not approved any more, nor saved.
    await box(page).press('Control+End');
    await page.keyboard.type(' Mais.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('checkbox', { name: 'Por e-mail' }).focus();
    const mine = await fixture.app.trpc(people.agent);
    await mine.tickets.composing.save.mutate({ id, html: '<p>Antes.</p>', revision: 0 });
    await newer(page).getByRole('button', { name: 'Levar o texto ao chamado' }).click();
    await page.waitForURL(`**/console/chamados/${id}`);
    const { html } = await mine.tickets.composing.get.query({ id });
    expect(html).toMatch(/^<p>Antes\.<\/p><p>Olá! Já reenviamos a edição\.( |&nbsp;)Mais\.<\/p>$/);
    expect(callsTo('replies.drafts.approve')).toHaveLength(2);
    expect(callsTo('replies.drafts.edit')).toEqual([]);
  });
});

it('a reader without an address gets no mail, of a draft or of a reply', async () => {
  const id = await fixture.openTicket({ email: null });
  const { outcomes } = await trpc.replies.drafts.create.mutate({ ticketIds: [id] });
  const page = await visit(`/rascunhos/${outcomes[0]?.ok ? outcomes[0].draftId : 0}`);
  await page.getByText('Este leitor não tem e-mail').waitFor();
  await button(page, 'Aprovar').click();
  await page.getByText('Rascunho aprovado e salvo, sem e-mail.').waitFor();
  await page.goto(`/console/chamados/${id}`);
  await box(page).fill('E mais');
  await button(page, 'Enviar').click();
  await page.getByText('Resposta salva, sem e-mail.').waitFor();
});

it('who else is on a ticket is called by name, or by e-mail', async () => {
  const page = await visit('/tags');
  const others = [
    { email: 'ana@x.com', name: null, state: 'typing' },
    { email: 'bia@x.com', name: 'Bia', state: 'viewing' },
  ];
  await callsOf(page, { 'tickets.presence': { others } as never });
  await page.goto(`/console/chamados/${await fixture.openTicket()}`);
  await page.getByText('ana@x.com está escrevendo').waitFor();
  await page.getByText('Bia está vendo este chamado').waitFor();
});

describe('a reply of later', () => {
  it('is taken back once, and one that was a draft leaves no text in the box', async () => {
    const id = await fixture.openTicket();
    const sendAt = new Date(Date.now() + 86_400_000).toISOString();
    for (const html of ['Uma', 'Outra']) {
      await trpc.tickets.reply.mutate({ id, html, sendEmail: true, sendAt });
    }
    const { later } = await trpc.tickets.get.query({ id });
    const page = await visit(`/chamados/${id}`);
    const undo = page
      .getByRole('region', { name: 'Respostas agendadas' })
      .getByRole('button', { name: 'Desfazer' });
    await undo.nth(1).waitFor();
    const callsTo = await callsOf(page, { 'outbox.undo': { undone: true, html: null } as never });
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(/outbox\.undo/, async (route) => {
      await promise;
      await route.fallback();
    });
    await undo.first().click();
    for (const nth of [0, 1]) await expect.poll(() => undo.nth(nth).isDisabled()).toBe(true);
    resolve();
    await expect.poll(() => undo.first().isEnabled()).toBe(true);
    expect(callsTo('outbox.undo')).toEqual([{ id: later[0]?.mailId }]);
    expect((await box(page).textContent())?.trim()).toBe('');
    expect(await page.getByRole('textbox', { name: 'Cc' }).count()).toBe(0);
  });
});

describe('files', () => {
  it('say how much of them was sent', async () => {
    const page = await visit(`/chamados/${await fixture.openTicket()}`);
    await box(page).waitFor();
    await page.evaluate(`
      globalThis.XMLHttpRequest = class {
        upload = {};
        open() { globalThis.sent = this; }
        setRequestHeader() {}
        send() {}
      }`);
    await attach(page, 'um.txt');
    const progress = page.getByRole('progressbar', { name: 'Anexar arquivo' });
    const value = () => progress.evaluate((it: HTMLProgressElement) => it.value);
    await expect.poll(value).toBe(0);
    await page.evaluate('sent.upload.onprogress({ loaded: 3, total: 4 })');
    await expect.poll(value).toBe(0.75);
    await page.evaluate('sent.onerror()');
    await progress.waitFor({ state: 'detached' });
    await page.getByText('Sem resposta do serviço.').waitFor();
  });

  it('of just 10 MB are taken, only files may be dropped, and one that is gone is not shown', async () => {
    const page = await visit('/tags');
    // No hint tells of the file.
    await page.route(/console\/events/, (route) => route.abort());
    await page.goto(`/console/chamados/${await fixture.openTicket()}`);
    await button(page, 'Sobre o chamado').click();
    await attach(page, 'justo.txt', Buffer.alloc(10 * 1_048_576, 'a'));
    await page.getByRole('list', { name: 'Anexos da resposta' }).getByText('justo.txt').waitFor();
    const isTaken = (type: 'text' | 'file', how: 'dragover' | 'drop' | 'paste') =>
      page.getByRole('region', { name: 'Conversa' }).evaluate(
        (element, [wanted, name]) => {
          const dataTransfer = new DataTransfer();
          if (wanted === 'file') dataTransfer.items.add(new File(['a'], 'a.txt'));
          else dataTransfer.setData('text/plain', 'a');
          const given = { dataTransfer, clipboardData: dataTransfer };
          const Event = name === 'paste' ? ClipboardEvent : DragEvent;
          const event = new Event(name, { ...given, bubbles: true, cancelable: true });
          return !element.dispatchEvent(event);
        },
        [type, how] as const,
      );
    expect(await isTaken('file', 'dragover')).toBe(true);
    for (const how of ['dragover', 'drop', 'paste'] as const) {
      expect([how, await isTaken('text', how)]).toEqual([how, false]);
    }
    await page.route(/\/download$/, (route) => route.fulfill({ status: 404, body: 'Sumiu' }));
    await button(page, 'Ver justo.txt').click();
    await dialog(page).getByText('Não foi possível carregar').waitFor();
  });
});
