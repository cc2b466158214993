import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { goodReply, startReplyFixture } from '../../replies/reply-fixtures.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { holdUndo, openConsole, people } from '../open-console.ts';
import {
  box,
  button,
  conversation,
  focusIsOn,
  heading,
  isStored,
  keys,
  loseResponse,
  press,
  undo,
} from '../parts.ts';
import { draftTexts, shell, uiTexts } from '../texts.ts';

const { service: fixture, visit } = await openConsole((env) =>
  startReplyFixture({ env: { ...env, LOW_CONFIDENCE_DRAFTS: 'on' } }),
);
const trpc = await fixture.app.trpc();
const { drafts } = trpc.replies;

beforeEach(async () => {
  fixture.onModelCall(() => goodReply);
  const { items } = await drafts.list.query({ status: 'pending', limit: 100 });
  for (const { id } of items) await drafts.discard.mutate({ id });
});

/** Opens a ticket with a draft; the last one is the first in the list. */
const createDraft = async (subject: string) => {
  const ticketId = await fixture.openTicket({ subject });
  const { outcomes } = await drafts.create.mutate({ ticketIds: [ticketId] });
  return { ticketId, id: outcomes[0]?.ok ? outcomes[0].draftId : 0 };
};
const draftOf = (id: number) => drafts.get.query({ id });
const draftIn = (page: Page) => page.getByRole('region', { name: draftTexts.draft });
const reasonIn = (page: Page) => page.getByRole('combobox', { name: uiTexts.reason });
const written = 'Já reenviamos';
/** Writes at the end of the draft. */
const append = async (page: Page, text: string) => {
  await box(page).getByText(written).click();
  await keys(page, 'End');
  await page.keyboard.type(text);
};

it('drafts are reviewed by the keyboard alone: open, edit, approve, go on, discard', async () => {
  const third = await createDraft('Terceiro');
  const second = await createDraft('Segundo');
  const first = await createDraft('Primeiro');
  const page = await visit('/rascunhos');
  await page.getByRole('list', { name: shell.titles.drafts }).getByRole('link').nth(2).waitFor();
  await keys(page, 'j', 'Enter');
  await heading(page, 'Primeiro').waitFor();
  await conversation(page).getByText('não chegou').waitFor();
  await box(page).getByText(written).waitFor();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await keys(page, 'j');
  await heading(page, 'Segundo').waitFor();
  await keys(page, 'k');
  await heading(page, 'Primeiro').waitFor();
  await box(page).getByText(written).waitFor();
  await keys(page, 'Control+Enter');
  await heading(page, 'Segundo').waitFor();
  await box(page).getByText(written).waitFor();
  await keys(page, 'r', 'End');
  await page.keyboard.type(' Até logo jk!');
  await keys(page, 'Control+Enter');
  await heading(page, 'Terceiro').waitFor();
  // Its keys work once the draft can be decided on.
  await box(page).getByText(written).waitFor();
  await keys(page, 'd');
  await reasonIn(page).waitFor();
  await page.keyboard.type('Tom inadequado');
  await keys(page, 'Enter');
  await page.getByText(draftTexts.empty).waitFor();
  expect(await draftOf(first.id)).toMatchObject({ status: 'approved', edited: false });
  const edited = await draftOf(second.id);
  expect(edited).toMatchObject({ status: 'approved', edited: true });
  expect(edited.html).toContain('a edição. Até logo jk!');
  const discarded = { status: 'discarded', discardReason: 'Tom inadequado' };
  expect(await draftOf(third.id)).toMatchObject(discarded);
});

it('an approval stops at a newer message, and the text goes along to the ticket', async () => {
  const { id: draftId, ticketId: id } = await createDraft('Mensagem nova');
  const page = await visit(`/rascunhos/${draftId}`);
  await append(page, ' Meu texto.');
  const message = { author: 'Rui', origin: 'requester', body: 'Chegou agora!' } as const;
  await trpc.tickets.addMessage.mutate({ id, ...message });
  await keys(page, 'Control+Enter');
  const alert = page.getByRole('alert').filter({ hasText: draftTexts.newer });
  await alert.waitFor();
  expect(await fixture.messagesOf(id)).toHaveLength(2);
  const mine = await fixture.app.trpc(people.agent);
  await mine.tickets.composing.save.mutate({ id, html: '<p>Já escrito.</p>', revision: 0 });
  await press(alert, draftTexts.answerInTicket);
  await page.waitForURL(`**/console/chamados/${id}`);
  await box(page).getByText('Já escrito.').waitFor();
  expect(await box(page).innerText()).toContain('Meu texto.');
  const discardReason = draftTexts.movedReason;
  expect(await draftOf(draftId)).toMatchObject({ status: 'discarded', discardReason });
});

it('a draft is approved once if the response is lost, and is shown again when it is undone', async () => {
  const { id, ticketId } = await createDraft('Resposta perdida');
  const page = await visit(`/rascunhos/${id}`);
  await button(page, draftTexts.approve).waitFor();
  // The page cannot learn of the approval in another way.
  await page.route(/drafts\.(get|list)|console\/events/, (route) => route.abort());
  await page.context().route(/drafts\.approve/, loseResponse, { times: 1 });
  await holdUndo(page);
  await press(page, draftTexts.approve);
  await page.getByText('Sem resposta do serviço.').first().waitFor();
  await press(page, draftTexts.approve);
  await undo(page).waitFor();
  const mails = async () => (await trpc.outbox.list.query({ ticketId })).items;
  expect(await mails()).toHaveLength(1);
  await page.unrouteAll();
  await undo(page).click();
  await page.getByText(`${shell.undoneDraft}${shell.ticket(ticketId)}`).waitFor();
  await page
    .getByRole('list', { name: shell.titles.drafts })
    .getByText('Resposta perdida')
    .waitFor();
  expect(await mails()).toEqual([]);
});

it('a changed text of a draft stays over a reload, until the draft is decided', async () => {
  const { id } = await createDraft('Recarregado');
  await createDraft('De outro');
  const page = await visit(`/rascunhos/${id}`);
  await append(page, ' Ainda não salvo.');
  await page.reload();
  await box(page).getByText('Ainda não salvo.').waitFor();
  await press(page, draftTexts.discard);
  await reasonIn(page).fill('Tom inadequado');
  await keys(page, 'Enter');
  // It was the last of the list: the one before it is next.
  await heading(page, 'De outro').waitFor();
  expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('text:draft');
});

it('a draft is asked for on its ticket, and used as the beginning of a reply', async () => {
  const id = await fixture.openTicket();
  const page = await visit(`/chamados/${id}`);
  await press(page, draftTexts.ask);
  await draftIn(page).getByText(written).waitFor();
  expect(await button(page, draftTexts.ask).count()).toBe(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await box(page).fill('Depois disto');
  await press(draftIn(page), draftTexts.use);
  await focusIsOn(page, 'textbox');
  await box(page).getByText(written).waitFor();
  expect(await box(page).innerText()).toMatch(/edição\.\s+Depois disto/);
  await draftIn(page).waitFor({ state: 'detached' });
  await isStored(page);
  const { items } = await drafts.list.query({ ticketId: id });
  expect(items).toMatchObject([{ discardReason: draftTexts.movedReason }]);
});
