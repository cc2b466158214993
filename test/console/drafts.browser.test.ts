import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { goodReply, startReplyFixture } from '../replies/reply-fixtures.ts';
import { expectAccessible } from '../support/accessible.ts';
import { openConsole, people } from './open-console.ts';
import { heading, loseResponse } from './parts.ts';

const { service: fixture, visit } = await openConsole((env) =>
  startReplyFixture({ env: { ...env, LOW_CONFIDENCE_DRAFTS: 'on' } }),
);
const trpc = await fixture.app.trpc();
const { db } = fixture.app.service.contextFor('test');

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
    const id = draft?.ticketId ?? 0;
    const mine = await fixture.app.trpc(people.agent);
    await mine.tickets.composing.save.mutate({ id, html: '<p>Já escrito.</p>', revision: 0 });
    await alert.getByRole('button', { name: 'Levar o texto ao chamado' }).click();
    await page.waitForURL(`**/console/chamados/${draft?.ticketId}`);
    await box.getByText('Já escrito.').waitFor();
    expect(await box.innerText()).toContain('Meu texto.');
    expect(await draftOf(draft?.id ?? 0)).toMatchObject({
      status: 'discarded',
      discardReason: 'Continuado no chamado',
    });
  });

  it('sends once for two clicks, and shows the draft again when it is undone', async () => {
    const [draft] = await createDrafts('Dois cliques');
    const mails = fixture.smtp.mails.length;
    const page = await visit(`/rascunhos/${draft?.id}`);
    await page.getByRole('button', { name: 'Aprovar' }).dblclick();
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await page.getByText(`Desfeito. O rascunho voltou ao chamado ${draft?.ticketId}`).waitFor();
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
    await page.route(/drafts\.approve/, loseResponse, { times: 1 });
    await approve.click();
    await page.getByText('Sem resposta do serviço.').first().waitFor();
    await approve.click();
    await page.getByRole('button', { name: 'Desfazer' }).waitFor();
    const { items } = await trpc.outbox.list.query({ ticketId: draft?.ticketId ?? 0 });
    expect(items).toHaveLength(1);
  });

  it('keeps a changed text over a reload', async () => {
    const [draft] = await createDrafts('Recarregado', 'De outro');
    const page = await visit(`/rascunhos/${draft?.id}`);
    const box = page.getByRole('textbox', { name: 'Resposta' });
    await box.getByText('Já reenviamos').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Ainda não salvo.');
    await page.reload();
    await box.getByText('Ainda não salvo.').waitFor();
    await page.route(/drafts\.edit/, (route) => route.abort());
    const kept = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('text:draft')));
    expect(await kept()).toHaveLength(1);
    await page.getByRole('link').filter({ hasText: 'De outro' }).click();
    await heading(page, 'De outro').waitFor();
    await box.getByText('Já reenviamos').waitFor();
    expect(await box.innerText()).not.toContain('Ainda não salvo.');
    await page.goto(`/console/rascunhos/${draft?.id}`);
    await box.getByText('Ainda não salvo.').waitFor();
    await page.getByRole('button', { name: 'Descartar' }).click();
    await page.getByRole('combobox', { name: 'Motivo' }).fill('Tom inadequado');
    await page.keyboard.press('Enter');
    await page.getByText('Rascunho descartado.').waitFor();
    expect(await kept()).toEqual([]);
    // It was the last of the list: the one before it is next.
    await heading(page, 'De outro').waitFor();
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

  it('lists drafts by their state, and shows what was decided about them and on what they build', async () => {
    const [sent, given, old, open] = await createDrafts('Saiu', 'Jogado', 'Velho', 'Espera');
    const [sentId = 0, givenId = 0, openId = 0] = [sent?.id, given?.id, open?.id];
    await trpc.replies.drafts.edit.mutate({ id: openId, html: '<p>Mudado</p>' });
    await trpc.tickets.edit.mutate({ id: open?.ticketId ?? 0, requesterName: 'Ana Lima' });
    await trpc.replies.drafts.approve.mutate({ id: sentId, sendEmail: false });
    await trpc.replies.drafts.discard.mutate({ id: givenId, reason: 'Tom inadequado' });
    const news = { author: 'Rui', origin: 'requester', body: 'E agora?' } as const;
    await trpc.tickets.addMessage.mutate({ id: old?.ticketId ?? 0, ...news });
    const page = await visit('/rascunhos');
    const list = page.getByRole('list', { name: 'Rascunhos' });
    const state = page.getByRole('combobox', { name: 'Situação' });
    await list.getByText('Espera').waitFor();
    expect(await list.getByRole('link').allInnerTexts()).toHaveLength(1);
    expect(await list.getByRole('link').innerText()).toMatch(
      /^Ana Lima\s+Confiança \d+ %\s+Espera\s+Bom dia!/,
    );
    expect(await list.locator('[aria-current], [data-open]').count()).toBe(0);
    await list.getByRole('link').click();
    await heading(page, 'Espera').waitFor();
    expect(await list.locator('[data-open] [aria-current]').innerText()).toContain('Espera');
    await page.getByText('Editado', { exact: true }).waitFor();
    const head = page.locator('header').filter({ has: heading(page, 'Espera') });
    await head.getByText('Ana Lima', { exact: true }).waitFor();
    const ticket = page.getByRole('link', { name: `Abrir o chamado ${open?.ticketId}` });
    expect(await ticket.getAttribute('href')).toBe(`/console/chamados/${open?.ticketId}`);
    expect(await page.getByRole('button', { name: 'Encaminhar' }).count()).toBe(0);
    const box = page.getByRole('textbox', { name: 'Resposta' });
    const approve = page.getByRole('button', { name: 'Aprovar' });
    await box.fill('');
    expect(await approve.isDisabled()).toBe(true);
    await box.fill('Outro texto');
    await page.getByRole('checkbox', { name: 'Por e-mail' }).uncheck();
    await page.getByText('Só salva: o leitor não recebe e-mail.').waitFor();
    await approve.click();
    await page.getByText('Rascunho aprovado e salvo, sem e-mail.').waitFor();
    await page.getByText('Nenhum rascunho aqui.').waitFor();
    expect((await fixture.messagesOf(open?.ticketId ?? 0)).at(-1)?.body).toContain('Outro texto');
    await state.selectOption('Desatualizados');
    await list.getByText('Velho').click();
    await page.getByRole('alert').getByText('O rascunho não responde a ela.').waitFor();
    await box.press('Control+Enter');
    await state.selectOption('Descartados');
    await list.getByText('Jogado').click();
    await heading(page, 'Jogado').waitFor();
    const about = page.getByRole('region', { name: 'Rascunho do modelo' });
    await about.getByText('Este rascunho foi descartado. Tom inadequado').waitFor();
    await about.getByText('Já reenviamos').waitFor();
    expect(await box.count()).toBe(0);
    expect(page.url()).toMatch(/situacao=discarded$/);
    await state.selectOption('Aprovados');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/console/rascunhos');
    await list.getByText('Saiu').click();
    await about.getByText('Este rascunho foi aprovado.').waitFor();
    expect(await list.getByText('Jogado').count()).toBe(0);
    await db
      .updateTable('reply_drafts')
      .set({
        confidence: 0.456,
        sources: sql`${JSON.stringify([
          { ticketId: 71, score: 0.834 },
          { quickReplyId: 72, title: 'Reenvio', score: 0.5 },
        ])}::jsonb`,
      })
      .where('id', '=', sentId)
      .execute();
    await page.reload();
    await about.getByText('Confiança 46 %').waitFor();
    const source = about.getByRole('link', { name: 'Chamado 71 (semelhança 83 %)' });
    expect(await source.innerText()).toBe('#71');
    expect(await source.getAttribute('href')).toBe('/console/chamados/71');
    const quick = about.getByRole('link', { name: 'Reenvio' });
    expect(await quick.getAttribute('href')).toBe('/console/respostas-rapidas/72');
    expect(await about.innerText()).toContain('Baseado em');
    expect(await fixture.messagesOf(old?.ticketId ?? 0)).toHaveLength(2);
  });

  it('shows more drafts on demand, also after that has failed', async () => {
    const ticketId = await fixture.openTicket({ subject: 'Muitas vezes' });
    const [message] = await fixture.messagesOf(ticketId);
    const draft = {
      ticket_id: ticketId,
      last_message_id: message?.id ?? 0,
      confidence: 0.9,
      generated_html: 'Oi',
      html: 'Oi',
      sources: '[]',
      message_id: null,
      changed_share: null,
      discard_reason: 'Não',
      decided_at: new Date(),
      status: 'discarded',
    } as const;
    await db
      .insertInto('reply_drafts')
      .values(Array.from({ length: 60 }, () => draft))
      .execute();
    const page = await visit('/rascunhos?situacao=discarded');
    const links = page.getByRole('list', { name: 'Rascunhos' }).getByRole('link');
    await expect.poll(() => links.count()).toBe(50);
    const more = page.getByRole('button', { name: 'Mostrar mais' });
    await page.route(/drafts\.list/, (route) => route.abort());
    await more.click();
    await page.getByRole('alert').getByText('Sem resposta do serviço.').waitFor();
    expect(await links.count()).toBe(50);
    await page.unroute(/drafts\.list/);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect.poll(() => links.count()).toBeGreaterThanOrEqual(60);
    await more.waitFor({ state: 'detached' });
    await page.keyboard.press('j');
    await heading(page, 'Muitas vezes').waitFor();
    await page.getByText('Nenhum chamado parecido: só na pergunta.').waitFor();
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
