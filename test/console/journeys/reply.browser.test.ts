import { expect, it } from 'vitest';
import { startReplyFixture } from '../../replies/reply-fixtures.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { openConsole, people } from '../open-console.ts';
import {
  attach,
  box,
  button,
  conversation,
  dialog,
  heading,
  isStored,
  keys,
  list,
  loseResponse,
  openTickets,
  press,
  send,
  undo,
} from '../parts.ts';
import {
  failureTextOf,
  quickReplyTexts,
  replyTexts,
  shell,
  ticketTexts,
  uiTexts,
} from '../texts.ts';

const { service: fixture, visit } = await openConsole((env) => startReplyFixture({ env }));
const trpc = await fixture.app.trpc();
const { actions, mails, presence } = ticketTexts;
const countOf = async (id: number) => (await fixture.messagesOf(id)).length;

it('files are attached, downloaded and previewed; what may not be attached says why', async () => {
  const page = await visit(`/chamados/${await fixture.openTicket()}`);
  const input = page.getByLabel(ticketTexts.attach).and(page.locator('input'));
  await attach(page, 'nota.txt');
  await page.getByRole('list', { name: replyTexts.files }).getByText('nota.txt').waitFor();
  // Choosing the same file again is a change only if the field is empty.
  await expect.poll(() => input.inputValue()).toBe('');
  await press(page, actions.side);
  const link = page.getByRole('link', { name: ticketTexts.download('nota.txt') });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toBe('nota.txt');
  await press(page, ticketTexts.preview('nota.txt'));
  await dialog(page).frameLocator('iframe').getByText('Olá').waitFor();
  await keys(page, 'Escape');
  await attach(page, 'virus.exe');
  await page.getByText(failureTextOf('attachment-type-not-allowed')).waitFor();
});

it('a reply stops at a newer message and keeps the text', async () => {
  const id = await fixture.openTicket();
  const page = await visit(`/chamados/${id}`);
  await box(page).fill('Minha resposta');
  await isStored(page);
  const colleague = await fixture.app.trpc(people.otherAgent);
  await colleague.tickets.reply.mutate({ id, html: 'Já respondi', sendEmail: false });
  await press(page, replyTexts.send);
  await page.getByRole('alert').getByText(replyTexts.newer).waitFor();
  expect(await countOf(id)).toBe(2);
  expect(await box(page).textContent()).toContain('Minha resposta');
  await press(page, replyTexts.seen);
  await press(page, replyTexts.send);
  await undo(page).waitFor();
  expect(await countOf(id)).toBe(3);
});

it('a reply is sent once if the response is lost and it is sent again', async () => {
  const id = await fixture.openTicket();
  const page = await visit(`/chamados/${id}`);
  await box(page).fill('Uma vez');
  await isStored(page);
  // The offer to undo stays, however slow the machine is.
  await page.clock.setFixedTime(Date.now());
  // What the service did is not seen here.
  await page.route(/tickets\.(get|composing)|console\/events/, (route) => route.abort());
  await page.route(/tickets\.reply/, loseResponse, { times: 1 });
  await press(page, replyTexts.send);
  await page.getByText('Sem resposta do serviço.').first().waitFor();
  await press(page, replyTexts.send);
  await undo(page).waitFor();
  expect(await countOf(id)).toBe(2);
});

it('a quick reply has its variables filled in, and asks for those without a value', async () => {
  const id = await fixture.openTicket({ name: 'Ana Lima' });
  await trpc.quickReplies.create.mutate({
    title: 'Reenvio',
    shortcut: '/reenvio',
    category: 'Entrega',
    content: 'Olá, {{primeiro_nome}}! Reenviamos. {{newsletter}}',
  });
  const page = await visit(`/chamados/${id}`);
  await box(page).press('/');
  const option = dialog(page).getByRole('option', { name: 'Reenvio' });
  await option.waitFor();
  await expectAccessible(page);
  await option.click();
  // What has no value on this ticket is asked for.
  await dialog(page).getByLabel('newsletter').fill('Bom dia');
  await press(dialog(page), replyTexts.completed);
  await box(page).getByText('Olá, Ana! Reenviamos. Bom dia').waitFor();
});

it('a saved reply is mailed later, and opens the next ticket if that is chosen', async () => {
  const main = crypto.randomUUID();
  const [, next = 0] = await openTickets(trpc, main, 'Um', 'Dois');
  const page = await visit(`/chamados/${next}?sort=newest&main=${main}`);
  await press(page, shell.account('Agente'));
  const landing = page.getByRole('combobox', { name: shell.landing });
  await landing.selectOption(shell.landings.next);
  await expect.poll(() => landing.inputValue()).toBe('next');
  await page.reload();
  await page.getByRole('checkbox', { name: replyTexts.byMail }).uncheck();
  await send(page, 'Primeira');
  await heading(page, 'Um').waitFor();
  await keys(page, 'k');
  await heading(page, 'Dois').waitFor();
  await conversation(page).getByText(mails.saved).waitFor();
  await press(page, ticketTexts.sendsMail);
  await conversation(page).getByText(mails.mailed).waitFor();
});

it('another agent who is here and writing is shown', async () => {
  const id = await fixture.openTicket();
  const page = await visit(`/chamados/${id}`, people.agent, new Date());
  const colleague = await visit(`/chamados/${id}`, people.otherAgent);
  await page.getByText(presence.viewing('Outra')).waitFor();
  // Whoever says nothing for half a minute has gone.
  const said = page.waitForRequest(/tickets\.presence/);
  await page.clock.fastForward(25_000);
  await said;
  await box(colleague).fill('Escrevo');
  await page.getByText(presence.typing('Outra')).waitFor();
  await colleague.getByRole('link', { name: shell.titles.queue }).click();
  await page.getByText(presence.typing('Outra')).waitFor({ state: 'detached' });
});

it('a mention is completed in a note, and the ticket is in the view of whom it mentions', async () => {
  const id = await fixture.openTicket({ subject: 'Pergunta ao time' });
  // Whoever has signed in is of the team.
  const other = await visit('/fila?sort=updated&mentions=me', people.otherAgent);
  const page = await visit(`/chamados/${id}`);
  await heading(page, 'Pergunta ao time').waitFor();
  await keys(page, 'n');
  const note = page.getByRole('textbox', { name: ticketTexts.noteTab });
  await note.waitFor();
  await page.keyboard.type('Você sabe, @out');
  await page.getByRole('option', { name: 'Outra' }).waitFor();
  await expectAccessible(page);
  await keys(page, 'Enter');
  await dialog(page).waitFor({ state: 'detached' });
  await page.keyboard.type('?');
  expect(await note.inputValue()).toBe('Você sabe, @Outra ?');
  await keys(page, 'Control+Enter');
  await page.getByText(ticketTexts.noteSaved).waitFor();
  await list(other).getByText('Pergunta ao time').waitFor();
});

it('a quick reply is refused with an unknown variable, written, found, changed and deleted', async () => {
  const page = await visit('/respostas-rapidas');
  await page.getByRole('link', { name: quickReplyTexts.add }).click();
  const title = page.getByLabel(quickReplyTexts.fields.title);
  const text = page.getByRole('textbox', { name: quickReplyTexts.text });
  await title.fill('Boleto');
  await page.getByLabel(quickReplyTexts.fields.shortcut).fill('/boleto');
  await page.getByLabel(quickReplyTexts.fields.category).fill('tecnico');
  await text.click();
  await page.keyboard.type('Olá, {{primeiro_nome}}! Use {{cupom}}');
  await page.getByRole('alert').getByText('{{cupom}}').waitFor();
  expect(await button(page, quickReplyTexts.save).isDisabled()).toBe(true);
  await expectAccessible(page);
  await text.fill('Use o link.');
  await press(page, quickReplyTexts.save);
  await page.getByRole('searchbox', { name: uiTexts.search }).fill('boleto');
  await page.getByRole('link', { name: 'Boleto' }).click();
  await text.getByText('Use o link.').waitFor();
  await title.fill('Boleto novo');
  await press(page, quickReplyTexts.save);
  await page.getByRole('link', { name: 'Boleto novo' }).waitFor();
  const stored = async () =>
    (await trpc.quickReplies.list.query()).items.filter(({ shortcut }) => shortcut === '/boleto');
  expect(await stored()).toMatchObject([{ title: 'Boleto novo', content: '<p>Use o link.</p>' }]);
  await page.getByRole('link', { name: 'Boleto novo' }).click();
  await press(page, quickReplyTexts.remove);
  await press(dialog(page), quickReplyTexts.remove);
  await expect.poll(stored).toEqual([]);
});
