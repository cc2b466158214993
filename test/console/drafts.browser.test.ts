import type { Page, Route } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible } from '../accessible.ts';
import { goodReply, startReplyFixture } from '../replies/reply-fixtures.ts';
import { openConsole } from './open-console.ts';

const { service: fixture, visit } = await openConsole((env) =>
  startReplyFixture({ env: { ...env, LOW_CONFIDENCE_DRAFTS: 'on' } }),
);
const trpc = await fixture.app.trpc();

beforeEach(() => fixture.onModelCall(() => goodReply));

/** Opens tickets with a draft each, the last of them first in the list. */
const createDrafts = async (...subjects: string[]) => {
  const drafts = [];
  for (const subject of subjects) {
    const ticketId = await fixture.openTicket({ subject });
    const { outcomes } = await trpc.replies.drafts.create.mutate({ ticketIds: [ticketId] });
    const [outcome] = outcomes;
    if (!outcome?.ok) throw new Error(JSON.stringify(outcome));
    drafts.push({ ticketId, id: outcome.draftId, subject });
  }
  return drafts;
};

const discardPending = async () => {
  const { items } = await trpc.replies.drafts.list.query({ status: 'pending', limit: 100 });
  for (const { id } of items) await trpc.replies.drafts.discard.mutate({ id });
};

const draftOf = (id: number) => trpc.replies.drafts.get.query({ id });

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

describe('the review of drafts', () => {
  beforeEach(discardPending);

  it('is done by the keyboard alone: open, edit, approve, go on, discard', async () => {
    const [third, second, first] = await createDrafts('Terceiro', 'Segundo', 'Primeiro');
    const page = await visit('/rascunhos');
    await page.getByRole('list', { name: 'Rascunhos' }).getByRole('link').nth(2).waitFor();
    await page.keyboard.press('j');
    await heading(page, 'Primeiro').waitFor();
    await page.getByRole('region', { name: 'Conversa' }).getByText('não chegou').waitFor();
    const review = page.getByRole('region', { name: 'Rascunho do modelo' });
    await review.getByText(/Confiança \d+ %/).waitFor();
    await page.keyboard.press('j');
    await heading(page, 'Segundo').waitFor();
    await page.keyboard.press('k');
    await heading(page, 'Primeiro').waitFor();
    const box = page.getByRole('textbox', { name: 'Resposta' });
    await box.getByText('Já reenviamos').waitFor();
    await page.keyboard.press('Control+Enter');
    await heading(page, 'Segundo').waitFor();
    await page.getByRole('button', { name: 'Desfazer' }).waitFor();
    await box.getByText('Já reenviamos').waitFor();
    await page.keyboard.press('r');
    await page.keyboard.press('End');
    await page.keyboard.type(' Até logo jk!');
    await page.keyboard.press('Control+Enter');
    await heading(page, 'Terceiro').waitFor();
    // Its keys work once the draft can be decided on.
    await box.getByText('Já reenviamos').waitFor();
    await page.keyboard.press('d');
    await page.getByRole('combobox', { name: 'Motivo' }).waitFor();
    await page.keyboard.type('Tom inadequado');
    await page.keyboard.press('Enter');
    await page.getByText('Nenhum rascunho aqui.').waitFor();
    expect(await draftOf(first?.id ?? 0)).toMatchObject({ status: 'approved', edited: false });
    const edited = await draftOf(second?.id ?? 0);
    expect(edited).toMatchObject({ status: 'approved', edited: true });
    expect(edited.html).toMatch(/<p>Olá! Já reenviamos a edição. Até logo jk!<\/p>/);
    expect(await draftOf(third?.id ?? 0)).toMatchObject({
      status: 'discarded',
      discardReason: 'Tom inadequado',
    });
  });

  it('stops at a newer message, and takes the text along to the ticket', async () => {
    const [draft] = await createDrafts('Mensagem nova');
    const page = await visit(`/rascunhos/${draft?.id}`);
    const box = page.getByRole('textbox', { name: 'Resposta' });
    await box.getByText('Já reenviamos').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Meu texto.');
    await trpc.tickets.addMessage.mutate({
      id: draft?.ticketId ?? 0,
      author: 'Rui',
      origin: 'requester',
      body: 'Chegou agora!',
    });
    await page.keyboard.press('Control+Enter');
    const alert = page.getByRole('alert').filter({ hasText: 'Há uma mensagem mais nova' });
    await alert.waitFor();
    expect(await box.innerText()).toContain('Meu texto.');
    expect(await fixture.messagesOf(draft?.ticketId ?? 0)).toHaveLength(2);
    await alert.getByRole('button', { name: 'Levar o texto ao chamado' }).click();
    await page.waitForURL(`**/console/chamados/${draft?.ticketId}`);
    await page.getByRole('textbox', { name: 'Resposta' }).getByText('Meu texto.').waitFor();
  });

  it('sends once for two clicks, and shows the draft again when it is undone', async () => {
    const [draft] = await createDrafts('Dois cliques');
    const mails = fixture.smtp.mails.length;
    const page = await visit(`/rascunhos/${draft?.id}`);
    await page.getByRole('button', { name: 'Aprovar' }).dblclick();
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await page.getByRole('list', { name: 'Rascunhos' }).getByText('Dois cliques').waitFor();
    // The list may still be that of before the approval.
    await expect.poll(() => fixture.messagesOf(draft?.ticketId ?? 0)).toHaveLength(1);
    const { items } = await trpc.outbox.list.query({ ticketId: draft?.ticketId ?? 0 });
    expect(items).toHaveLength(0);
    expect(fixture.smtp.mails).toHaveLength(mails);
  });

  it('is approved once if the response is lost, and asked for again', async () => {
    const [draft] = await createDrafts('Resposta perdida');
    const page = await visit(`/rascunhos/${draft?.id}`);
    const approve = page.getByRole('button', { name: 'Aprovar' });
    await approve.waitFor();
    // The page cannot learn of the approval in another way.
    await page.route(/drafts\.(get|list)|console\/events/, (route) => route.abort());
    const lose = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route(/drafts\.approve/, lose, { times: 1 });
    await approve.click();
    await page.getByText('Sem resposta do serviço.').first().waitFor();
    await approve.click();
    await page.getByRole('button', { name: 'Desfazer' }).waitFor();
    const { items } = await trpc.outbox.list.query({ ticketId: draft?.ticketId ?? 0 });
    expect(items).toHaveLength(1);
  });

  it('keeps a changed text over a reload', async () => {
    const [draft] = await createDrafts('Recarregado');
    const page = await visit(`/rascunhos/${draft?.id}`);
    const box = page.getByRole('textbox', { name: 'Resposta' });
    await box.getByText('Já reenviamos').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Ainda não salvo.');
    await page.reload();
    await box.getByText('Ainda não salvo.').waitFor();
  });

  it('saves a text without moving the caret, and keeps what is typed meanwhile', async () => {
    const [draft] = await createDrafts('Cursor');
    const page = await visit(`/rascunhos/${draft?.id}`);
    const box = page.getByRole('textbox', { name: 'Resposta' });
    await box.getByText('Já reenviamos').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Um.');
    const { promise: typed, resolve } = Promise.withResolvers<void>();
    await page.route(/drafts\.edit/, async (route) => {
      await typed;
      await route.continue();
    });
    const asked = page.waitForRequest(/drafts\.edit/);
    await page.getByRole('checkbox', { name: 'Por e-mail' }).focus();
    await asked;
    await box.getByText('Um.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Dois.');
    resolve();
    await page.getByText('Editado').waitFor();
    await page.keyboard.type(' Três.');
    await expect.poll(() => box.innerText()).toMatch(/edição\. Um\. Dois\. Três\./);
    await page.reload();
    await box.getByText('Um. Dois. Três.').waitFor();
  });

  it('does not lead back an agent who has gone elsewhere, and says why there is no other draft', async () => {
    const [draft, other] = await createDrafts('Aprovado e deixado', 'Sem outro');
    const page = await visit(`/rascunhos/${draft?.id}`);
    const { promise: left, resolve } = Promise.withResolvers<void>();
    await page.route(/drafts\.approve/, async (route) => {
      await left;
      await route.continue();
    });
    await page.getByRole('textbox', { name: 'Resposta' }).getByText('Já reenviamos').waitFor();
    const asked = page.waitForRequest(/drafts\.approve/);
    await page.keyboard.press('Control+Enter');
    await asked;
    await page.getByRole('link', { name: 'Tags' }).click();
    await heading(page, 'Tags').waitFor();
    resolve();
    await page.getByRole('button', { name: 'Desfazer' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/tags');

    await page.goto(`/console/rascunhos/${other?.id}`);
    const ticketId = other?.ticketId ?? 0;
    const news = { author: 'Rui', origin: 'requester', body: 'E agora?' } as const;
    await trpc.tickets.addMessage.mutate({ id: ticketId, ...news });
    const again = page.getByRole('alert').getByRole('button', { name: 'Gerar outro' });
    await again.waitFor();
    await trpc.replies.drafts.create.mutate({ ticketIds: [ticketId] });
    await again.click();
    await page.getByText('O chamado já tem um rascunho.').waitFor();
  });

  it('has no violations that axe finds, with and without a draft', async () => {
    const page = await visit('/rascunhos');
    await page.getByText('Nenhum rascunho aqui.').waitFor();
    await expectAccessible(page);
    const [draft] = await createDrafts('Acessível a quem não vê e de assunto comprido');
    await page.goto(`/console/rascunhos/${draft?.id}`);
    await page.getByRole('textbox', { name: 'Resposta' }).getByText('Já reenviamos').waitFor();
    await expectAccessible(page);
  });
});
