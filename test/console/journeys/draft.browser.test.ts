import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { draftTexts } from '../../../console/src/reply/draft-texts.ts';
import { replyTexts } from '../../../console/src/reply/texts.ts';
import { shell } from '../../../console/src/shell/texts.ts';
import { ticketTexts } from '../../../console/src/tickets/texts.ts';
import { uiTexts } from '../../../console/src/ui/texts.ts';
import { goodReply, startReplyFixture } from '../../replies/reply-fixtures.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { openConsole, people } from '../open-console.ts';
import { box as boxIn, focusIsOn, heading, loseResponse } from '../parts.ts';

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

const draftIn = (page: Page) => page.getByRole('region', { name: draftTexts.draft });

beforeEach(discardPending);

it('drafts are reviewed by the keyboard alone: open, edit, approve, go on, discard', async () => {
  const [third, second, first] = await createDrafts('Terceiro', 'Segundo', 'Primeiro');
  const page = await visit('/rascunhos');
  await page.getByRole('list', { name: shell.titles.drafts }).getByRole('link').nth(2).waitFor();
  await page.keyboard.press('j');
  await heading(page, 'Primeiro').waitFor();
  await page
    .getByRole('region', { name: ticketTexts.conversation })
    .getByText('não chegou')
    .waitFor();
  const review = page.getByRole('region', { name: draftTexts.draft });
  await review.getByText(/Confiança \d+ %/).waitFor();
  await page.keyboard.press('j');
  await heading(page, 'Segundo').waitFor();
  await page.keyboard.press('k');
  await heading(page, 'Primeiro').waitFor();
  const box = page.getByRole('textbox', { name: draftTexts.box });
  await box.getByText('Já reenviamos').waitFor();
  await page.keyboard.press('Control+Enter');
  await heading(page, 'Segundo').waitFor();
  await page.getByRole('button', { name: uiTexts.undo }).waitFor();
  await box.getByText('Já reenviamos').waitFor();
  await page.keyboard.press('r');
  await page.keyboard.press('End');
  await page.keyboard.type(' Até logo jk!');
  await page.keyboard.press('Control+Enter');
  await heading(page, 'Terceiro').waitFor();
  // Its keys work once the draft can be decided on.
  await box.getByText('Já reenviamos').waitFor();
  await page.keyboard.press('d');
  await page.getByRole('combobox', { name: uiTexts.reason }).waitFor();
  await page.keyboard.type('Tom inadequado');
  await page.keyboard.press('Enter');
  await page.getByText(draftTexts.empty).waitFor();
  expect(await draftOf(first?.id ?? 0)).toMatchObject({ status: 'approved', edited: false });
  const edited = await draftOf(second?.id ?? 0);
  expect(edited).toMatchObject({ status: 'approved', edited: true });
  expect(edited.html).toMatch(/<p>Olá! Já reenviamos a edição. Até logo jk!<\/p>/);
  expect(await draftOf(third?.id ?? 0)).toMatchObject({
    status: 'discarded',
    discardReason: 'Tom inadequado',
  });
});

it('an approval stops at a newer message, and the text goes along to the ticket', async () => {
  const [draft] = await createDrafts('Mensagem nova');
  const page = await visit(`/rascunhos/${draft?.id}`);
  const box = page.getByRole('textbox', { name: draftTexts.box });
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
  const alert = page.getByRole('alert').filter({ hasText: draftTexts.newer });
  await alert.waitFor();
  expect(await box.innerText()).toContain('Meu texto.');
  expect(await fixture.messagesOf(draft?.ticketId ?? 0)).toHaveLength(2);
  const id = draft?.ticketId ?? 0;
  const mine = await fixture.app.trpc(people.agent);
  await mine.tickets.composing.save.mutate({ id, html: '<p>Já escrito.</p>', revision: 0 });
  await alert.getByRole('button', { name: draftTexts.answerInTicket }).click();
  await page.waitForURL(`**/console/chamados/${draft?.ticketId}`);
  await box.getByText('Já escrito.').waitFor();
  expect(await box.innerText()).toContain('Meu texto.');
  expect(await draftOf(draft?.id ?? 0)).toMatchObject({
    status: 'discarded',
    discardReason: 'Continuado no chamado',
  });
});

it('a draft is sent once for two clicks, and is shown again when it is undone', async () => {
  const [draft] = await createDrafts('Dois cliques');
  const mails = fixture.smtp.mails.length;
  const page = await visit(`/rascunhos/${draft?.id}`);
  await page.getByRole('button', { name: draftTexts.approve }).dblclick();
  await page.getByRole('button', { name: uiTexts.undo }).click();
  await page.getByText(`Desfeito. O rascunho voltou ao chamado ${draft?.ticketId}`).waitFor();
  await page.getByRole('list', { name: shell.titles.drafts }).getByText('Dois cliques').waitFor();
  // The list may still be that of before the approval.
  await expect.poll(() => fixture.messagesOf(draft?.ticketId ?? 0)).toHaveLength(1);
  const { items } = await trpc.outbox.list.query({ ticketId: draft?.ticketId ?? 0 });
  expect(items).toHaveLength(0);
  expect(fixture.smtp.mails).toHaveLength(mails);
});

it('a draft is approved once if the response is lost and it is approved again', async () => {
  const [draft] = await createDrafts('Resposta perdida');
  const page = await visit(`/rascunhos/${draft?.id}`);
  const approve = page.getByRole('button', { name: draftTexts.approve });
  await approve.waitFor();
  // The page cannot learn of the approval in another way.
  await page.route(/drafts\.(get|list)|console\/events/, (route) => route.abort());
  await page.route(/drafts\.approve/, loseResponse, { times: 1 });
  await approve.click();
  await page.getByText('Sem resposta do serviço.').first().waitFor();
  await approve.click();
  await page.getByRole('button', { name: uiTexts.undo }).waitFor();
  const { items } = await trpc.outbox.list.query({ ticketId: draft?.ticketId ?? 0 });
  expect(items).toHaveLength(1);
});

it('a changed text of a draft stays over a reload', async () => {
  const [draft] = await createDrafts('Recarregado', 'De outro');
  const page = await visit(`/rascunhos/${draft?.id}`);
  const box = page.getByRole('textbox', { name: draftTexts.box });
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
  await page.getByRole('button', { name: draftTexts.discard }).click();
  await page.getByRole('combobox', { name: uiTexts.reason }).fill('Tom inadequado');
  await page.keyboard.press('Enter');
  await page.getByText(draftTexts.discarded).waitFor();
  expect(await kept()).toEqual([]);
  // It was the last of the list: the one before it is next.
  await heading(page, 'De outro').waitFor();
});

it('a text of a draft is saved without moving the caret, and what is typed meanwhile stays', async () => {
  const [draft] = await createDrafts('Cursor');
  const page = await visit(`/rascunhos/${draft?.id}`);
  const box = page.getByRole('textbox', { name: draftTexts.box });
  await box.getByText('Já reenviamos').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' Um.');
  const { promise: typed, resolve } = Promise.withResolvers<void>();
  await page.route(/drafts\.edit/, async (route) => {
    await typed;
    await route.continue();
  });
  const asked = page.waitForRequest(/drafts\.edit/);
  await page.getByRole('checkbox', { name: replyTexts.byMail }).focus();
  await asked;
  await box.getByText('Um.').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' Dois.');
  resolve();
  await page.getByText(draftTexts.edited).waitFor();
  await page.keyboard.type(' Três.');
  await expect.poll(() => box.innerText()).toMatch(/edição\. Um\. Dois\. Três\./);
  await page.reload();
  await box.getByText('Um. Dois. Três.').waitFor();
});

it('a draft is asked for on its ticket, read whole, and used as the beginning of a reply', async () => {
  const id = await fixture.openTicket();
  const page = await visit(`/chamados/${id}`);
  await page.getByRole('button', { name: draftTexts.ask }).click();
  await page.getByText(draftTexts.created).waitFor();
  await draftIn(page).getByText('Já reenviamos a edição.').waitFor();
  await draftIn(page)
    .getByText(/Confiança \d+ %/)
    .waitFor();
  expect(await page.getByRole('button', { name: draftTexts.ask }).count()).toBe(0);
  const whole = draftIn(page).getByRole('button', { name: draftTexts.whole });
  expect(await whole.getAttribute('aria-expanded')).toBe('false');
  await whole.click();
  const less = draftIn(page).getByRole('button', { name: draftTexts.less });
  expect(await less.getAttribute('aria-expanded')).toBe('true');
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await boxIn(page).fill('Depois disto');
  await draftIn(page).getByRole('button', { name: draftTexts.use }).click();
  await page.getByText(draftTexts.used).waitFor();
  await focusIsOn(page, 'textbox');
  await boxIn(page).getByText('Já reenviamos a edição.').waitFor();
  expect(await boxIn(page).innerText()).toMatch(/edição\.\s+Depois disto/);
  await draftIn(page).waitFor({ state: 'detached' });
  await page.getByText(replyTexts.states.stored, { exact: true }).waitFor();
  const { items } = await trpc.replies.drafts.list.query({ ticketId: id });
  expect(items).toMatchObject([{ status: 'discarded', discardReason: 'Continuado no chamado' }]);
});

it('a draft on its ticket is approved, or discarded for a reason', async () => {
  const [first, second] = [await fixture.openTicket(), await fixture.openTicket()];
  await trpc.replies.drafts.create.mutate({ ticketIds: [first, second] });
  const page = await visit(`/chamados/${first}`);
  await draftIn(page).getByRole('button', { name: draftTexts.approve }).click();
  await page.getByRole('button', { name: uiTexts.undo }).waitFor();
  await draftIn(page).waitFor({ state: 'detached' });
  const reply = page.getByRole('article').getByText('Já reenviamos a edição.');
  await reply.waitFor();
  await page.goto(`/console/chamados/${second}`);
  await draftIn(page).getByRole('button', { name: draftTexts.discard }).click();
  const reason = page.getByRole('combobox', { name: uiTexts.reason });
  await reason.fill(' ');
  await page.keyboard.press('Enter');
  expect(await reason.evaluate((it: HTMLInputElement) => it.validity.valid)).toBe(false);
  await reason.fill('Tom inadequado');
  await page.keyboard.press('Enter');
  await page.getByText(draftTexts.discarded).waitFor();
  await page.getByRole('button', { name: draftTexts.ask }).waitFor();
  expect(await fixture.messagesOf(second)).toHaveLength(1);
  const { items } = await trpc.replies.drafts.list.query({ ticketId: second });
  expect(items).toMatchObject([{ status: 'discarded', discardReason: 'Tom inadequado' }]);
});

it('the review has no violations that axe finds, with and without a draft', async () => {
  const page = await visit('/rascunhos');
  await page.getByText(draftTexts.empty).waitFor();
  await expectAccessible(page);
  const [draft] = await createDrafts('Acessível a quem não vê e de assunto comprido');
  await page.goto(`/console/rascunhos/${draft?.id}`);
  await page.getByRole('textbox', { name: draftTexts.box }).getByText('Já reenviamos').waitFor();
  await expectAccessible(page);
});
