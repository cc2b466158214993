import { expect, it } from 'vitest';
import { startApp } from '../../harness.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { mergeTwice } from '../../tickets/merge-twice.ts';
import { openConsole } from '../open-console.ts';
import { button, check, dialog, heading, keys, list, openTickets, press } from '../parts.ts';
import { failureTextOf, replyTexts, ticketTexts } from '../texts.ts';

// Whoever works from elsewhere snoozes by the time of São Paulo.
const { service: app, visit } = await openConsole(startApp, 'Asia/Tokyo');
const trpc = await app.trpc();
const { actions, bulk, changes, merge, snooze } = ticketTexts;

type Ticket = Partial<Parameters<typeof trpc.tickets.create.mutate>[0]>;
const open = async (ticket: Ticket = {}) =>
  (await trpc.tickets.create.mutate({ subject: 'Dúvida', body: 'Oi', main: 'Conta', ...ticket }))
    .id;
const get = (id = 0) => trpc.tickets.get.query({ id });

/** Opens two tickets of a category, prepares them, and selects them in the queue. */
const selectTwo = async (main: string, prepare?: (ids: number[]) => Promise<unknown>) => {
  const ids = await openTickets(trpc, main, `${main} um`, `${main} dois`);
  await prepare?.(ids);
  const page = await visit(`/fila?sort=newest&main=${main}`);
  await check(page, `${main} um`).check();
  await check(page, `${main} dois`).check();
  return { ids, page };
};

it('a bulk change has an outcome for each ticket', async () => {
  const { ids, page } = await selectTwo('Lote');
  const [merged = 0] = ids;
  await mergeTwice(trpc, { fromId: merged, intoId: await open(), differentRequesters: true });
  await press(page, changes.resolve);
  await press(dialog(page), bulk.apply);
  await dialog(page)
    .getByRole('heading', { name: bulk.done(1) })
    .waitFor();
  await dialog(page).getByText(bulk.failure(merged, 'ticket-merged')).waitFor();
});

it('a bulk change of all that the filter finds is of the tickets that were counted', async () => {
  const main = 'Contagem';
  await openTickets(trpc, main, 'Contado', 'Também contado');
  const page = await visit(`/fila?sort=newest&main=${main}`);
  // What came in since is not on the page.
  await page.route('**/console/events', (route) => route.abort());
  await page.reload();
  await check(page, 'Contado').check();
  await press(page, bulk.selectAll);
  // A filter cannot be snoozed.
  expect(await button(page, changes.snooze).count()).toBe(0);
  await keys(page, 'a');
  await dialog(page).getByRole('option', { name: actions.assignToMe }).click();
  await dialog(page).getByText(bulk.changes(2)).waitFor();
  await expectAccessible(page);
  const later = await open({ main });
  await press(dialog(page), bulk.apply);
  await page.getByText(failureTextOf('bulk-outdated')).waitFor();
  expect((await get(later)).assigneeEmail).toBeNull();
  await dialog(page).getByText(bulk.changes(3)).waitFor();
  await press(dialog(page), bulk.apply);
  await page.getByText(bulk.done(3)).waitFor();
  expect((await get(later)).assigneeEmail).toBe('agente@exemplo.com');
});

it('a bulk change is taken back to what each ticket was', async () => {
  const { ids, page } = await selectTwo('Volta', ([id = 0]) =>
    trpc.tickets.setStatus.mutate({ id, status: 'in_progress' }),
  );
  await press(page, changes.resolve);
  await press(page, bulk.apply);
  await page.getByText(bulk.done(2)).waitFor();
  await keys(page, 'z');
  const statuses = () => Promise.all(ids.map(async (id) => (await get(id)).status));
  await expect.poll(statuses).toEqual(['in_progress', 'open']);
});

it('a bulk change adds a tag with a note, and ends the selection', async () => {
  const tag = await trpc.tags.create.mutate({ name: 'Em massa', color: '#112233' });
  const { ids, page } = await selectTwo('Massa');
  await keys(page, 't');
  await dialog(page).getByRole('option', { name: 'Em massa' }).click();
  await dialog(page).getByLabel(bulk.note).fill('Por causa da greve');
  await press(dialog(page), bulk.apply);
  await page.getByText(bulk.done(2)).waitFor();
  await button(page, bulk.clear).waitFor({ state: 'detached' });
  for (const id of ids) {
    const notes = [{ body: 'Por causa da greve' }];
    expect(await get(id)).toMatchObject({ tags: [{ id: tag.id }], notes });
  }
});

it('selected tickets are snoozed until the morning of a day, and each gets its own moment back', async () => {
  const until = '2099-01-01T11:00:00.000Z';
  const { ids, page } = await selectTwo('Sono', ([, second = 0]) =>
    trpc.tickets.snooze.mutate({ ids: [second], until }),
  );
  await keys(page, 's');
  await expectAccessible(page);
  const day = page.getByLabel(replyTexts.moments.day, { exact: true });
  const days = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });
  expect(await day.inputValue()).toBe(days.format(Date.now() + 86_400_000));
  await day.fill('2029-05-01');
  await press(dialog(page), changes.snooze);
  await page.getByText(bulk.done(2)).waitFor();
  const moments = () => Promise.all(ids.map(async (id) => (await get(id)).snoozedUntil));
  expect(new Set(await moments())).toEqual(new Set(['2029-05-01T11:00:00.000Z']));
  await keys(page, 'z');
  await expect.poll(moments).toEqual([null, until]);
});

it('a ticket is snoozed out of the queue into a view', async () => {
  const [id = 0] = await openTickets(trpc, 'Adiar', 'Para depois');
  const page = await visit(`/chamados/${id}?main=Adiar`);
  const listed = list(page).getByText('Para depois', { exact: true });
  await listed.waitFor();
  await press(page, changes.snooze);
  await page.getByRole('option', { name: snooze.untilReader }).click();
  await listed.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: ticketTexts.views.snoozed }).click();
  await listed.waitFor();
});

it('a ticket is merged into any other by its number, once it is agreed that the readers differ', async () => {
  const into = await open({ subject: 'O que fica', requesterEmail: 'a@exemplo.com.br' });
  const id = await open({ subject: 'O que vai', requesterEmail: 'b@exemplo.com.br' });
  const page = await visit(`/chamados/${id}`);
  await press(page, actions.merge);
  const confirm = button(dialog(page), actions.merge);
  expect(await confirm.isDisabled()).toBe(true);
  await dialog(page).getByLabel(merge.into).fill(String(into));
  await dialog(page).getByText('O que fica', { exact: true }).waitFor();
  await dialog(page).getByText(failureTextOf('requesters-differ')).waitFor();
  expect(await confirm.isDisabled()).toBe(true);
  await dialog(page).getByRole('checkbox', { name: merge.different }).check();
  await dialog(page).getByText(merge.warning(1, into)).waitFor();
  await trpc.tickets.addNote.mutate({ id, body: 'Mais uma' });
  await confirm.click();
  await page.getByText(failureTextOf('merge-outdated')).first().waitFor();
  await dialog(page).getByText(merge.warning(2, into)).waitFor();
  await confirm.click();
  await heading(page, 'O que fica').waitFor();
  expect((await get(id)).mergedInto).toBe(into);
});

it('a merge proposes the open tickets of the reader and those that look alike', async () => {
  const asked = { subject: 'Xícara trincada no correio', body: 'A xícara chegou trincada.' };
  const id = await open({ ...asked, requesterEmail: 'uma@exemplo.com.br' });
  await open({ subject: 'Outra da mesma', requesterEmail: 'uma@exemplo.com.br' });
  await open({ ...asked, requesterEmail: 'duas@exemplo.com.br', requesterName: 'Duas Pessoas' });
  const page = await visit(`/chamados/${id}`);
  await heading(page, asked.subject).waitFor();
  await keys(page, 'm');
  await dialog(page).getByRole('radio', { name: 'Duas Pessoas' }).check();
  await dialog(page).getByText(merge.different).waitFor();
  await expectAccessible(page);
  await dialog(page).getByRole('radio', { name: 'Outra da mesma' }).check();
  await press(dialog(page), actions.merge);
  await heading(page, 'Outra da mesma').waitFor();
});

it('a ticket that was merged leads to where it went, and nothing can be done with it', async () => {
  const [id, into] = [await open(), await open({ subject: 'Quem fica' })];
  await mergeTwice(trpc, { fromId: id, intoId: into, differentRequesters: true });
  const page = await visit(`/chamados/${id}?main=Entrega`);
  const link = page.getByRole('link', { name: ticketTexts.mergedInto(into) });
  await link.waitFor();
  expect(await page.getByRole('textbox', { name: ticketTexts.replyTab }).count()).toBe(0);
  expect(await button(page, changes.resolve).count()).toBe(0);
  await link.click();
  await heading(page, 'Quem fica').waitFor();
  expect(page.url()).toMatch(/\?main=Entrega$/);
});
