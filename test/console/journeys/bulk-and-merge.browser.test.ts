import { expect, it } from 'vitest';
import { failureTextOf } from '../../../console/src/api/failure.ts';
import { shell } from '../../../console/src/shell/texts.ts';
import { ticketTexts } from '../../../console/src/tickets/texts.ts';
import { uiTexts } from '../../../console/src/ui/texts.ts';
import { startApp } from '../../harness.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { mergeTwice } from '../../tickets/merge-twice.ts';
import { openConsole } from '../open-console.ts';
import { button, heading } from '../parts.ts';

// Whoever works from elsewhere snoozes by the time of São Paulo.
const { service: app, visit } = await openConsole(startApp, 'Asia/Tokyo');
const trpc = await app.trpc();

/** Opens tickets that wait, the first one the longest. */
const openTickets = async (subjects: readonly string[], main = 'Conta') => {
  const ids: number[] = [];
  for (const [index, subject] of subjects.entries()) {
    const createdAt = new Date(Date.now() - (subjects.length - index) * 3_600_000).toISOString();
    const requesterEmail = `leitor${index}@exemplo.com.br`;
    const fields = { subject, body: `Sobre ${subject}`, main, requesterEmail, createdAt };
    ids.push((await trpc.tickets.create.mutate(fields)).id);
  }
  return ids;
};

type Ticket = Partial<Parameters<typeof trpc.tickets.create.mutate>[0]>;
const open = async (ticket: Ticket = {}) =>
  (await trpc.tickets.create.mutate({ subject: 'Dúvida', body: 'Oi', main: 'Conta', ...ticket }))
    .id;

it('many tickets are changed with an outcome for each, and all that the filter finds', async () => {
  const ids = await openTickets(['Lote um', 'Lote dois', 'Lote três'], 'Lote');
  const page = await visit('/fila?sort=newest&main=Lote');
  // With Shift and none selected before, it is one.
  await page.getByRole('checkbox', { name: 'Selecionar Lote um' }).click({ modifiers: ['Shift'] });
  await page.getByText('1 selecionado', { exact: true }).waitFor();
  await page
    .getByRole('checkbox', { name: 'Selecionar Lote três' })
    .click({ modifiers: ['Shift'] });
  await page.getByText('3 selecionados').waitFor();
  const [merged, into] = ids;
  await mergeTwice(trpc, {
    fromId: merged ?? 0,
    intoId: into ?? 0,
    differentRequesters: true,
  });
  await page.getByRole('button', { name: ticketTexts.bulk.resolve }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Isto muda 3 chamados.').waitFor();
  await dialog.getByRole('button', { name: ticketTexts.bulk.apply }).click();
  await dialog.getByRole('heading', { name: '2 chamados mudaram.' }).waitFor();
  await dialog.getByText(`Chamado ${merged}: foi mesclado a outro`).waitFor();
  await dialog.getByRole('button', { name: ticketTexts.bulk.retry }).click();
  await dialog.getByText('Isto muda 1 chamado.').waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('checkbox', { name: 'Selecionar Lote dois' }).check();
  await page.getByRole('button', { name: ticketTexts.bulk.selectAll }).click();
  await page.getByRole('button', { name: ticketTexts.bulk.assign }).click();
  await page
    .getByRole('dialog')
    .getByRole('option', { name: ticketTexts.actions.assignToMe })
    .click();
  await page.getByRole('dialog').getByText('Isto muda 3 chamados.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: ticketTexts.bulk.apply }).click();
  await page.getByRole('heading', { name: '2 chamados mudaram.' }).waitFor();
});

it('only the tickets are changed that were counted and confirmed', async () => {
  const [first = 0] = await openTickets(['Contado', 'Também contado'], 'Contagem');
  const page = await visit('/fila?sort=newest&main=Contagem');
  // What came in since is not on the page.
  await page.route('**/console/events', (route) => route.abort());
  await page.reload();
  await page.getByRole('checkbox', { name: 'Selecionar Contado' }).check();
  await page.getByRole('button', { name: ticketTexts.bulk.selectAll }).click();
  await page.getByRole('button', { name: ticketTexts.bulk.resolve }).click();
  const dialog = page.getByRole('dialog', { name: ticketTexts.bulk.resolve });
  await dialog.getByText('Isto muda 2 chamados.').waitFor();
  await page.keyboard.press('Escape');
  await openTickets(['Chegou entre as contagens'], 'Contagem');
  await page.getByRole('button', { name: ticketTexts.bulk.resolve }).click();
  await dialog.getByText('Isto muda 3 chamados.').waitFor();
  const [later = 0] = await openTickets(['Chegou depois'], 'Contagem');
  await dialog.getByRole('button', { name: ticketTexts.bulk.apply }).click();
  await page.getByText('A lista mudou desde a contagem.').waitFor();
  const statusOf = async (id: number) => (await trpc.tickets.get.query({ id })).status;
  expect([await statusOf(first), await statusOf(later)]).toEqual(['open', 'open']);
  await dialog.getByText('Isto muda 4 chamados.').waitFor();
  await dialog.getByRole('button', { name: ticketTexts.bulk.apply }).click();
  await page.getByText('4 chamados mudaram.').waitFor();
  // What they were is not known here.
  expect(await page.getByRole('button', { name: uiTexts.undo }).count()).toBe(0);
  expect(await statusOf(later)).toBe('resolved');
});

it('tickets get back what they had before a bulk change', async () => {
  const ids = await openTickets(['Volta um', 'Volta dois'], 'Volta');
  await trpc.tickets.setStatus.mutate({ id: ids[0] ?? 0, status: 'in_progress' });
  const page = await visit('/fila?sort=newest&main=Volta');
  await page.getByRole('checkbox', { name: 'Selecionar Volta um' }).check();
  await page.getByRole('checkbox', { name: 'Selecionar Volta dois' }).check();
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  await page.getByRole('option', { name: ticketTexts.actions.assignToMe }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Isto muda 2 chamados.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: ticketTexts.bulk.resolve }).click();
  await page.getByRole('button', { name: ticketTexts.bulk.apply }).click();
  await page.getByText('2 chamados mudaram.').waitFor();
  const list = page.getByRole('list', { name: ticketTexts.list });
  await list.getByText(ticketTexts.statuses.resolved).nth(1).waitFor();
  await page.getByRole('button', { name: uiTexts.undo }).click();
  await list.getByText(ticketTexts.statuses.in_progress).waitFor();
  await list.getByText(ticketTexts.statuses.open).waitFor();
});

it('a bulk change adds a tag with a note', async () => {
  const ids = await openTickets(['Massa um', 'Massa dois'], 'Massa');
  const tag = await trpc.tags.create.mutate({ name: 'Em massa', color: '#112233' });
  const page = await visit('/fila?sort=newest&main=Massa');
  await page.getByRole('checkbox', { name: 'Selecionar Massa um' }).check();
  await page.getByRole('checkbox', { name: 'Selecionar Massa dois' }).check();
  await page.keyboard.press('t');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('option', { name: 'Em massa' }).click();
  await dialog.getByLabel(ticketTexts.bulk.note).fill('Por causa da greve');
  await dialog.getByRole('button', { name: ticketTexts.bulk.apply }).click();
  await page.getByText('2 chamados mudaram.').waitFor();
  // It closes once all is changed, and the selection is done with.
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(/selecionado/).waitFor({ state: 'detached' });
  for (const id of ids) {
    expect(await trpc.tickets.get.query({ id })).toMatchObject({
      tags: [{ id: tag.id }],
      notes: [{ body: 'Por causa da greve' }],
    });
  }
});

it('selected tickets are snoozed together, and each gets its own moment back', async () => {
  const [one = 0, two = 0] = await openTickets(['Sono um', 'Sono dois'], 'Sono');
  const until = '2099-01-01T11:00:00.000Z';
  await trpc.tickets.snooze.mutate({ ids: [two], until });
  const page = await visit('/fila?sort=newest&main=Sono');
  await page.getByRole('checkbox', { name: 'Selecionar Sono um' }).check();
  await page.getByRole('checkbox', { name: 'Selecionar Sono dois' }).check();
  await page.keyboard.press('s');
  await page.getByRole('option', { name: ticketTexts.snooze.tomorrow }).click();
  await page.getByText('2 chamados adiados.').waitFor();
  const moment = async (id: number) => (await trpc.tickets.get.query({ id })).snoozedUntil;
  expect(await moment(two)).toBe(await moment(one));
  await page.getByRole('button', { name: uiTexts.undo }).click();
  await expect.poll(() => moment(two)).toBe(until);
  await expect.poll(() => moment(one)).toBeNull();
  // What a filter finds is nobody's to put off.
  await page.getByRole('checkbox', { name: 'Selecionar Sono um' }).check();
  await page.getByRole('button', { name: ticketTexts.bulk.selectAll }).click();
  expect(await page.getByRole('button', { name: ticketTexts.snooze.title }).count()).toBe(0);
});

it('a ticket is snoozed out of the queue into its view, and undo brings it back', async () => {
  const [id = 0] = await openTickets(['Para depois'], 'Adiar');
  const page = await visit(`/chamados/${id}?main=Adiar`);
  await page.getByRole('heading', { level: 1, name: 'Para depois' }).waitFor();
  await page.getByRole('button', { name: ticketTexts.snooze.title }).click();
  await page.getByRole('option', { name: ticketTexts.snooze.monday }).waitFor();
  await expectAccessible(page);
  await page.getByRole('option', { name: ticketTexts.snooze.untilReader }).click();
  await page.getByText('Chamado adiado.').waitFor();
  await page.getByText('Adiado até o leitor escrever').first().waitFor();
  await page.getByText('Agente adiou até o leitor escrever').waitFor();
  const list = page.getByRole('list', { name: ticketTexts.list });
  await list.getByText('Para depois', { exact: true }).waitFor({ state: 'detached' });
  await page
    .getByRole('navigation', { name: ticketTexts.views.title })
    .getByText(ticketTexts.views.snoozed)
    .click();
  await list.getByText('Para depois', { exact: true }).waitFor();
  await trpc.tickets.addMessage.mutate({
    id,
    author: 'Maria',
    origin: 'requester',
    body: 'Voltei',
  });
  await list.getByText('Para depois', { exact: true }).waitFor({ state: 'detached' });
  expect((await trpc.tickets.get.query({ id })).snoozedUntil).toBeNull();

  await page.goto(`/console/chamados/${id}`);
  await page.getByRole('heading', { level: 1, name: 'Para depois' }).waitFor();
  await page.keyboard.press('s');
  const days = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });
  const tomorrow = days.format(Date.now() + 86_400_000);
  const day = page.getByLabel(ticketTexts.snooze.dayField, { exact: true });
  expect(await day.inputValue()).toBe(tomorrow);
  const snooze = page.getByRole('dialog').getByRole('button', { name: ticketTexts.snooze.title });
  await day.fill('');
  await snooze.click();
  expect(await day.evaluate((field: HTMLInputElement) => field.validity.valid)).toBe(false);
  await day.fill('2029-05-01');
  await page.getByLabel(ticketTexts.snooze.hourField, { exact: true }).fill('14:30');
  await snooze.click();
  await page.getByText('Chamado adiado.').waitFor();
  expect((await trpc.tickets.get.query({ id })).snoozedUntil).toBe('2029-05-01T17:30:00.000Z');
  await page.getByRole('button', { name: uiTexts.undo }).click();
  await page.getByText('Agente trouxe o chamado de volta à fila').waitFor();
  expect((await trpc.tickets.get.query({ id })).snoozedUntil).toBeNull();
});

it('a ticket is merged into any other by its number, once it is agreed that the readers differ', async () => {
  const into = await open({ subject: 'O que fica', requesterEmail: 'a@exemplo.com.br' });
  const id = await open({ subject: 'O que vai', requesterEmail: 'b@exemplo.com.br' });
  await trpc.tickets.addNote.mutate({ id, body: 'Nota' });
  const page = await visit(`/chamados/${id}`);
  await button(page, ticketTexts.actions.merge).click();
  const dialog = page.getByRole('dialog', { name: ticketTexts.actions.merge });
  const number = dialog.getByLabel(ticketTexts.merge.into);
  const confirm = dialog.getByRole('button', { name: ticketTexts.actions.merge });
  expect(await confirm.isDisabled()).toBe(true);
  await number.fill('9999999');
  await dialog.getByText(failureTextOf('ticket-not-found')).waitFor();
  expect(await confirm.isDisabled()).toBe(true);
  await number.fill(String(into));
  await dialog.getByText('O que fica', { exact: true }).waitFor();
  await dialog.getByText(failureTextOf('requesters-differ')).waitFor();
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByRole('checkbox', { name: /^São pessoas diferentes/ }).check();
  await dialog.getByText(`2 registros passam ao chamado ${into}`).waitFor();
  await trpc.tickets.addNote.mutate({ id, body: 'Mais uma' });
  await confirm.click();
  await page.getByText('Os chamados mudaram desde a contagem.').first().waitFor();
  await dialog.getByText(`3 registros passam ao chamado ${into}`).waitFor();
  await confirm.click();
  await page.getByText(`Mesclado ao chamado ${into}.`).waitFor();
  await heading(page, 'O que fica').waitFor();
  expect((await trpc.tickets.get.query({ id })).mergedInto).toBe(into);
});

it('a merge proposes the open tickets of the reader and those that look alike', async () => {
  const asked = { subject: 'Xícara trincada no correio', body: 'A xícara chegou trincada.' };
  const id = await open({ ...asked, requesterEmail: 'uma@exemplo.com.br' });
  await open({ subject: 'Outra da mesma', requesterEmail: 'uma@exemplo.com.br' });
  await open({ ...asked, requesterEmail: 'duas@exemplo.com.br', requesterName: 'Duas Pessoas' });
  const page = await visit(`/chamados/${id}`);
  await page.getByRole('heading', { level: 1, name: asked.subject }).waitFor();
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: ticketTexts.actions.merge });
  await dialog.getByRole('radio', { name: /Outra da mesma/ }).waitFor();
  await dialog.getByRole('radio', { name: /Duas Pessoas/ }).check();
  await dialog.getByText('São pessoas diferentes').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: /Outra da mesma/ }).check();
  await dialog.getByRole('button', { name: ticketTexts.actions.merge }).click();
  await heading(page, 'Outra da mesma').waitFor();
});

it('a ticket that was merged leads to where it went, and nothing can be done with it', async () => {
  const [id, into] = [await open(), await open({ subject: 'Fica' })];
  await mergeTwice(trpc, { fromId: id, intoId: into, differentRequesters: true });
  const page = await visit(`/chamados/${id}?main=Entrega`);
  const link = page.getByRole('link', { name: `Este chamado foi mesclado ao ${into}.` });
  await link.waitFor();
  expect(await page.getByRole('textbox', { name: ticketTexts.replyTab }).count()).toBe(0);
  for (const name of ['Resolver', 'Atribuir', 'Encaminhar', 'Pedir rascunho']) {
    expect(await button(page, name).count()).toBe(0);
  }
  await link.click();
  await heading(page, shell.landings.stay).waitFor();
  expect(page.url()).toMatch(/\?main=Entrega$/);
});
