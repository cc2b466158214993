import { expect, it, onTestFinished } from 'vitest';
import { failureTextOf } from '../../../console/src/api/failure.ts';
import { quickReplyTexts } from '../../../console/src/quick-replies/texts.ts';
import { replyTexts } from '../../../console/src/reply/texts.ts';
import { shell } from '../../../console/src/shell/texts.ts';
import { ticketTexts } from '../../../console/src/tickets/texts.ts';
import { uiTexts } from '../../../console/src/ui/texts.ts';
import { startReplyFixture } from '../../replies/reply-fixtures.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { openConsole, people } from '../open-console.ts';
import { box, loseResponse } from '../parts.ts';

const { service: fixture, visit } = await openConsole((env) => startReplyFixture({ env }));
const trpc = await fixture.app.trpc();

const bodiesOf = async (id: number) =>
  (await trpc.tickets.get.query({ id })).messages.map(({ body }) => body);

it('a ticket shows its conversation, and notes apart', async () => {
  const id = await fixture.openTicket({ body: 'Primeira linha\n\nSegunda <b>linha</b>' });
  await trpc.tickets.addNote.mutate({ id, body: 'Só para nós' });
  const page = await visit(`/chamados/${id}`);
  const conversation = page.getByRole('region', { name: ticketTexts.conversation });
  await conversation.getByText('Segunda <b>linha</b>').waitFor();
  await conversation.getByRole('article').filter({ hasText: ticketTexts.actions.note }).waitFor();
  await expectAccessible(page);
});

it('files are attached, downloaded and previewed; what may not be attached says why', async () => {
  const id = await fixture.openTicket();
  const page = await visit(`/chamados/${id}`);
  const buffer = Buffer.from('Olá');
  const files = page.getByLabel(ticketTexts.attach).and(page.locator('input'));
  await files.setInputFiles({ name: 'nota.txt', mimeType: 'text/plain', buffer });
  await page.getByRole('list', { name: replyTexts.files }).getByText('nota.txt').waitFor();
  // Choosing the same file again is a change only if the field is empty.
  await expect.poll(() => files.inputValue()).toBe('');
  await page.getByRole('button', { name: ticketTexts.actions.side }).click();
  const link = page.getByRole('link', { name: 'Baixar nota.txt' });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toBe('nota.txt');
  await page.getByRole('button', { name: 'Ver nota.txt' }).click();
  await page.getByRole('dialog', { name: 'nota.txt' }).getByText('Olá').waitFor();
  await page.keyboard.press('Escape');
  await files.setInputFiles({ name: 'virus.exe', mimeType: 'text/plain', buffer });
  await page.getByText(failureTextOf('attachment-type-not-allowed')).waitFor();
});

it('a reply is kept while it is written, and an empty box never replaces it', async () => {
  const id = await fixture.openTicket();
  const mine = await fixture.app.trpc(people.agent);
  const page = await visit(`/chamados/${id}`);
  const box = page.getByRole('textbox', { name: replyTexts.box });
  await box.fill('Um texto longo');
  await page.getByText(replyTexts.states.stored, { exact: true }).waitFor();
  await page.reload();
  await box.getByText('Um texto longo').waitFor();
  const second = await visit(`/chamados/${id}`);
  await second.getByRole('textbox', { name: replyTexts.box }).getByText('Um texto longo').waitFor();
  await second.goto('/console/fila');
  const { html } = await mine.tickets.composing.get.query({ id });
  expect(html).toContain('Um texto longo');
});

it('a reply stops at a newer message and keeps the text', async () => {
  const id = await fixture.openTicket();
  const page = await visit(`/chamados/${id}`);
  const box = page.getByRole('textbox', { name: replyTexts.box });
  await box.fill('Minha resposta');
  await page.getByText(replyTexts.states.stored, { exact: true }).waitFor();
  const colleague = await fixture.app.trpc(people.otherAgent);
  await colleague.tickets.reply.mutate({ id, html: 'Já respondi', sendEmail: false });
  await page.getByRole('button', { name: replyTexts.send, exact: true }).click();
  await page.getByRole('alert').getByText(replyTexts.newer).waitFor();
  expect(await bodiesOf(id)).toHaveLength(2);
  expect(await box.textContent()).toContain('Minha resposta');
  await page.getByRole('button', { name: replyTexts.seen }).click();
  await page.getByRole('button', { name: replyTexts.send, exact: true }).click();
  await page.getByRole('button', { name: uiTexts.undo }).waitFor();
  expect(await bodiesOf(id)).toHaveLength(3);
});

it('a reply is sent once if the response is lost and it is sent again', async () => {
  const id = await fixture.openTicket();
  const page = await visit(`/chamados/${id}`);
  // The offer to undo stays, however slow the machine is.
  await page.clock.setFixedTime(Date.now());
  await box(page).fill('Uma vez');
  await page.getByText(replyTexts.states.stored, { exact: true }).waitFor();
  // What the service did is not seen here.
  await page.route(/tickets\.get|console\/events/, (route) => route.abort());
  await page.route(/tickets\.reply/, loseResponse, { times: 1 });
  await page.getByRole('button', { name: replyTexts.send, exact: true }).click();
  await page.getByText('Sem resposta do serviço.').first().waitFor();
  await page.getByRole('button', { name: replyTexts.send, exact: true }).click();
  await page.getByRole('button', { name: uiTexts.undo }).waitFor();
  expect(await fixture.messagesOf(id)).toHaveLength(2);
  // The same text again is another reply.
  await page.unroute(/tickets\.get|console\/events/);
  await box(page).fill('Uma vez');
  await box(page).press('Control+Enter');
  await expect.poll(async () => (await fixture.messagesOf(id)).length).toBe(3);
});

it('a quick reply has its variables filled in, and names those without a value', async () => {
  const id = await fixture.openTicket({ name: 'Ana Lima' });
  await trpc.quickReplies.create.mutate({
    title: 'Reenvio',
    shortcut: '/reenvio',
    category: 'Entrega',
    content: 'Olá, {{primeiro_nome}}! Reenviamos. {{newsletter}}',
  });
  const page = await visit(`/chamados/${id}`);
  const box = page.getByRole('textbox', { name: replyTexts.box });
  await box.press('/');
  const quick = page.getByRole('dialog', { name: replyTexts.quick });
  const option = quick.getByRole('option', { name: 'Reenvio' });
  await option.waitFor();
  await expectAccessible(page);
  await option.click();
  await box.getByText('Olá, Ana! Reenviamos.').waitFor();
  await page.getByRole('alert').getByText('Sem valor neste chamado: {{newsletter}}').waitFor();
});

it('a saved reply is mailed later, and opens the next ticket if that is chosen', async () => {
  const main = crypto.randomUUID();
  const open = (subject: string) =>
    trpc.tickets.create.mutate({
      subject,
      body: 'Oi',
      main,
      requesterEmail: 'rui@exemplo.com.br',
    });
  const [{ id }] = [await open('Um'), await open('Dois')];
  const mine = await fixture.app.trpc(people.agent);
  onTestFinished(async () => {
    await mine.me.preferences.set.mutate({ signature: '', afterSending: 'stay' });
  });
  const page = await visit(`/chamados/${id}?sort=newest&main=${main}`);
  await page.getByRole('button', { name: 'Conta de Agente' }).click();
  const landing = page.getByRole('combobox', { name: shell.landing });
  await landing.selectOption(ticketTexts.actions.next);
  await expect.poll(() => landing.inputValue()).toBe('next');
  await page.goto(`/console/chamados/${id + 1}?sort=newest&main=${main}`);
  const box = page.getByRole('textbox', { name: replyTexts.box });
  await box.fill('Primeira');
  await page.getByRole('checkbox', { name: replyTexts.byMail }).uncheck();
  await page.getByText(replyTexts.states.stored, { exact: true }).waitFor();
  await page.getByRole('button', { name: replyTexts.send, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Um' }).waitFor();
  await page.keyboard.press('k');
  await page.getByRole('heading', { level: 1, name: 'Dois' }).waitFor();
  const conversation = page.getByRole('region', { name: ticketTexts.conversation });
  await conversation.getByText(ticketTexts.mails.saved).waitFor();
  await page.getByRole('button', { name: ticketTexts.sendsMail }).click();
  await conversation.getByText(ticketTexts.mails.mailed).waitFor();
  // There is no ticket after the last one: the box is left all the same.
  await page.goto(`/console/chamados/${id}?sort=newest&main=${main}`);
  await box.fill('Segunda');
  await box.press('Control+Enter');
  await conversation.getByText('Segunda').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  expect(new URL(page.url()).pathname).toBe(`/console/chamados/${id}`);
});

it('another agent who is here and writing is shown', async () => {
  const id = await fixture.openTicket();
  const page = await visit(`/chamados/${id}`, people.agent, new Date());
  const colleague = await visit(`/chamados/${id}`, people.otherAgent);
  await page.getByText('Outra está vendo este chamado').waitFor();
  // Whoever says nothing for half a minute has gone.
  const said = page.waitForRequest(/tickets\.presence/);
  await page.clock.fastForward(25_000);
  await said;
  await colleague.getByRole('textbox', { name: replyTexts.box }).fill('Escrevo');
  await page.getByText('Outra está escrevendo').waitFor();
  await colleague.getByRole('link', { name: shell.titles.queue }).click();
  await page.getByText('Outra está').waitFor({ state: 'detached' });
});

it('a mention is completed in a note, and the ticket is in the view of whom it mentions', async () => {
  const id = await fixture.openTicket({ subject: 'Pergunta ao time' });
  const other = await visit('/fila?sort=updated&mentions=me', people.otherAgent);
  await other.getByText(ticketTexts.emptyView).waitFor();
  const page = await visit(`/chamados/${id}`);
  await page.getByRole('heading', { level: 1, name: 'Pergunta ao time' }).waitFor();
  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: ticketTexts.noteTab }).waitFor();
  await page.keyboard.type('Você sabe, @out');
  await page.getByRole('option', { name: 'Outra' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.keyboard.type('?');
  expect(await page.getByRole('textbox', { name: ticketTexts.noteTab }).inputValue()).toBe(
    'Você sabe, @Outra ?',
  );
  await page.keyboard.press('Control+Enter');
  await page.getByText(ticketTexts.noteSaved).waitFor();
  const list = other.getByRole('list', { name: ticketTexts.list });
  await list.getByText('Pergunta ao time').waitFor();
  await other.getByRole('link', { name: /^Para mim\s*1/ }).waitFor();
});

it('a quick reply is written beside a preview, found, changed and deleted', async () => {
  const page = await visit('/respostas-rapidas');
  await page.getByRole('link', { name: quickReplyTexts.add }).click();
  const title = page.getByLabel(quickReplyTexts.fields.title);
  const save = page.getByRole('button', { name: quickReplyTexts.save });
  const text = page.getByRole('textbox', { name: quickReplyTexts.text });
  await title.fill('Boleto');
  await page.getByLabel(quickReplyTexts.fields.shortcut).fill('/boleto');
  await page.getByLabel(quickReplyTexts.fields.category).fill('tecnico');
  await text.click();
  await page.keyboard.type('Olá, {{primeiro_nome}}! Use {{cupom}}');
  const preview = page.getByRole('region', { name: quickReplyTexts.preview });
  await preview.getByText('Olá, Maria!').waitFor();
  await preview.locator('mark').getByText('{{cupom}}').waitFor();
  expect(await save.isDisabled()).toBe(true);
  await expectAccessible(page);
  await text.click();
  await page.keyboard.press('Control+End');
  for (const _ of '{{cupom}}') await page.keyboard.press('Backspace');
  await page.keyboard.type('o link.');
  await save.click();
  await page.getByRole('searchbox', { name: uiTexts.search }).fill('boleto');
  await page.getByRole('link', { name: 'Boleto' }).click();
  await text.getByText('Use o link.').waitFor();
  await title.fill('Boleto novo');
  await save.click();
  await page.getByRole('link', { name: 'Boleto novo' }).waitFor();
  await expectAccessible(page);
  const stored = async () =>
    (await trpc.quickReplies.list.query()).items.filter(({ shortcut }) => shortcut === '/boleto');
  expect(await stored()).toMatchObject([
    { title: 'Boleto novo', content: '<p>Olá, {{primeiro_nome}}! Use o link.</p>' },
  ]);
  await page.getByRole('link', { name: 'Boleto novo' }).click();
  await page.getByRole('button', { name: quickReplyTexts.remove }).click();
  await page.getByRole('dialog').getByRole('button', { name: quickReplyTexts.remove }).click();
  await expect.poll(stored).toEqual([]);
});
