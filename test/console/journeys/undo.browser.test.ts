import { simpleParser } from 'mailparser';
import { expect, it } from 'vitest';
import { failureTextOf } from '../../../console/src/api/failure.ts';
import { auditTexts } from '../../../console/src/audit/texts.ts';
import { replyTexts } from '../../../console/src/reply/texts.ts';
import { shell } from '../../../console/src/shell/texts.ts';
import { ticketTexts } from '../../../console/src/tickets/texts.ts';
import { uiTexts } from '../../../console/src/ui/texts.ts';
import { mailEnv } from '../../inbound/mail-people.ts';
import { aMail, aMailWith } from '../../inbound/mails.ts';
import { startReplyFixture } from '../../replies/reply-fixtures.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { holdUndo, openConsole, people } from '../open-console.ts';
import { box, loseResponse } from '../parts.ts';

const { service: fixture, visit } = await openConsole((env) =>
  startReplyFixture({ env: { ...env, MAIL_REPLY_TO: mailEnv.MAIL_REPLY_TO } }),
);
const trpc = await fixture.app.trpc();
const ingest = (raw: Buffer) => trpc.inbound.ingest.mutate({ raw: raw.toString('base64') });
const bodiesOf = async (id: number) =>
  (await trpc.tickets.get.query({ id })).messages.map(({ body }) => body);

it('a reply is sent as it was written, and can be taken back on every screen', async () => {
  const id = await fixture.openTicket();
  const page = await visit(`/chamados/${id}`);
  await holdUndo(page);
  await page.getByRole('region', { name: ticketTexts.conversation }).waitFor();
  await page.keyboard.press('r');
  const box = page.getByRole('textbox', { name: replyTexts.box });
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'textbox');
  await page.keyboard.type('Olá! Já ');
  await page.getByRole('button', { name: replyTexts.bold }).click();
  await page.keyboard.type('reenviamos');
  await page.getByText(replyTexts.states.stored, { exact: true }).waitFor();
  await page.getByRole('button', { name: replyTexts.send, exact: true }).click();
  await page.getByRole('button', { name: uiTexts.undo }).waitFor();
  expect((await bodiesOf(id)).at(-1)).toMatch(/^<p>Olá! Já\s<b>reenviamos<\/b>/);
  expect((await box.textContent())?.trim()).toBe('');
  await page.goto('/console/fila');
  await page.getByRole('button', { name: uiTexts.undo }).click();
  await page.getByText(`Desfeito. O texto voltou ao chamado ${id}`).waitFor();
  expect(await bodiesOf(id)).toHaveLength(1);
  await page.goto(`/console/chamados/${id}`);
  await box.getByText('reenviamos').waitFor();
});

it('an agent who left before the response can take a reply back', async () => {
  const id = await fixture.openTicket();
  const page = await visit(`/chamados/${id}`);
  const { promise: left, resolve } = Promise.withResolvers<void>();
  await page.route(/tickets\.reply/, async (route) => {
    await left;
    await route.continue();
  });
  const box = page.getByRole('textbox', { name: replyTexts.box });
  await box.fill('Enviado e deixado');
  await box.press('Control+Enter');
  await page.locator('[inert]').waitFor();
  await page.keyboard.type(' mais');
  await page.getByRole('link', { name: shell.titles.queue }).click();
  await page.getByRole('heading', { level: 1, name: shell.titles.queue }).waitFor();
  resolve();
  await page.getByRole('button', { name: uiTexts.undo }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/fila');
  expect((await bodiesOf(id)).at(-1)).toBe('<p>Enviado e deixado</p>');
  await page.goto(`/console/chamados/${id}`);
  await page
    .getByRole('region', { name: ticketTexts.conversation })
    .getByText('Enviado e deixado')
    .waitFor();
  expect((await box.textContent())?.trim()).toBe('');
  const mine = await fixture.app.trpc(people.agent);
  expect((await mine.tickets.composing.get.query({ id })).html).toBeNull();
});

it('a reply that is taken back stands before what is written meanwhile, in another tab too', async () => {
  const id = await fixture.openTicket();
  const page = await visit(`/chamados/${id}`);
  await holdUndo(page);
  const boxIn = (tab: typeof page) => tab.getByRole('textbox', { name: replyTexts.box });
  const undo = page.getByRole('button', { name: uiTexts.undo });
  await boxIn(page).fill('Primeiro');
  await page.getByRole('button', { name: replyTexts.send, exact: true }).click();
  await undo.waitFor();
  await boxIn(page).fill('Depois');
  await undo.click();
  await boxIn(page).getByText('Primeiro').waitFor();
  expect(await boxIn(page).innerText()).toMatch(/Primeiro\s+Depois/);
  await page.getByRole('button', { name: replyTexts.send, exact: true }).click();
  await undo.waitFor();
  await page.getByRole('link', { name: shell.titles.queue }).click();
  const other = await page.context().newPage();
  await other.goto(`/console/chamados/${id}`);
  await boxIn(other).fill('Noutra aba');
  await undo.click();
  await boxIn(other).getByText(auditTexts.after).waitFor();
  expect(await boxIn(other).innerText()).toMatch(/Primeiro\s+Depois\s+Noutra aba/);
});

it('a reply can be taken back although another one was sent since', async () => {
  const [first, second] = [await fixture.openTicket(), await fixture.openTicket()];
  const page = await visit(`/chamados/${first}`);
  await holdUndo(page);
  const send = async (text: string) => {
    const box = page.getByRole('textbox', { name: replyTexts.box });
    await box.fill(text);
    await box.press('Control+Enter');
  };
  const undo = (id: number) =>
    page
      .getByRole('status')
      .getByRole('paragraph')
      .filter({ hasText: `chamado ${id}` })
      .getByRole('button', { name: uiTexts.undo });
  await send('Primeira');
  await undo(first).waitFor();
  await page.goto(`/console/chamados/${second}`);
  await send('Segunda');
  await undo(second).waitFor();
  // The key takes the newest back, outside of the box.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  await page.keyboard.press('z');
  await expect.poll(() => bodiesOf(second)).toHaveLength(1);
  await send('Segunda');
  await undo(second).waitFor();
  await undo(first).click();
  await expect.poll(() => bodiesOf(first)).toHaveLength(1);
  await undo(first).waitFor({ state: 'detached' });
  expect(await bodiesOf(second)).toHaveLength(2);
  await undo(second).click();
  await expect.poll(() => bodiesOf(second)).toHaveLength(1);
  // Each text comes back to its own ticket.
  const box = page.getByRole('textbox', { name: replyTexts.box });
  await box.getByText('Segunda').waitFor();
  expect(await box.innerText()).not.toContain('Primeira');
});

it('sending and resolving are taken back by one undo', async () => {
  const id = await fixture.openTicket();
  const page = await visit(`/chamados/${id}`);
  await holdUndo(page);
  await box(page).fill('Pronto');
  await page.getByRole('button', { name: replyTexts.sendAndResolve }).click();
  await page
    .getByRole('heading', { level: 1 })
    .locator('..')
    .getByText(ticketTexts.statuses.resolved)
    .waitFor();
  await page.getByRole('button', { name: uiTexts.undo }).click();
  await box(page).getByText('Pronto').waitFor();
  await expect.poll(async () => (await trpc.tickets.get.query({ id })).status).toBe('open');
  expect((await trpc.tickets.get.query({ id })).messages).toHaveLength(1);
});

it('a mail that has left cannot be taken back', async () => {
  const id = await fixture.openTicket();
  const page = await visit(`/chamados/${id}`);
  await holdUndo(page);
  await box(page).fill('Primeira');
  await box(page).press('Control+Enter');
  const undo = page.getByRole('button', { name: uiTexts.undo });
  await undo.waitFor();
  const { items } = await trpc.outbox.list.query({ ticketId: id });
  await trpc.outbox.retry.mutate({ id: items[0]?.id ?? 0 });
  await undo.click();
  await page.getByText(failureTextOf('mail-not-undoable')).waitFor();
  await undo.waitFor({ state: 'detached' });
});

it('a message is forwarded with files, is undone, and shows what is answered', async () => {
  const aText = (name: string) => ({ name, type: 'text/plain', contents: Buffer.from(name) });
  const files = [aText('recibo.txt'), aText('senha.txt')];
  const { ticketId = 0 } = await ingest(aMailWith(files, { From: 'Ana <ana@exemplo.com.br>' }));
  const page = await visit(`/chamados/${ticketId}`);
  await holdUndo(page);
  const conversation = page.getByRole('region', { name: ticketTexts.conversation });
  const dialog = page.getByRole('dialog', { name: ticketTexts.forward.title });
  const to = dialog.getByRole('textbox', { name: ticketTexts.forward.to });
  const confirm = dialog.getByRole('button', { name: ticketTexts.forward.title });
  const focused = (name: string) =>
    expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe(name);

  await conversation.getByRole('button', { name: ticketTexts.forward.title }).click();
  await to.fill('rui');
  await dialog.getByText('Não dá para enviar a rui').waitFor();
  expect(await confirm.isDisabled()).toBe(true);
  await to.fill('Rui@grafica.example, eva@grafica.example');
  await to.press('Enter');
  await focused('Mensagem');
  await page.keyboard.type('Podem ver?');
  await dialog.getByRole('checkbox', { name: 'senha.txt' }).uncheck();
  await page.setViewportSize({ width: 375, height: 667 });
  await expectAccessible(page);
  // What was typed is still there after it was closed, and the focus is where it was.
  await page.keyboard.press('Escape');
  await focused('Encaminhar');
  await page.keyboard.press('Enter');
  await dialog.getByText('Podem ver?').waitFor();
  await confirm.click();
  await dialog.waitFor({ state: 'detached' });
  await focused('Encaminhar');
  await page.setViewportSize({ width: 1280, height: 800 });
  const note = conversation.getByText('Encaminhado a rui@grafica.example, eva@grafica.example');
  await note.waitFor();
  await page.getByText(new RegExp(`^Encaminhamento do chamado ${ticketId} sai em`)).waitFor();
  await page.getByRole('button', { name: uiTexts.undo }).click();
  await page.getByText(`Desfeito. O texto voltou ao chamado ${ticketId}`).waitFor();
  await note.waitFor({ state: 'detached' });

  await page.keyboard.press('f');
  expect(await to.inputValue()).toBe('Rui@grafica.example, eva@grafica.example');
  expect(await dialog.getByRole('checkbox', { name: 'senha.txt' }).isChecked()).toBe(false);
  // A failure stays in the dialog, with what was typed; what left already does not leave twice.
  await page.route(/tickets\.forward/, loseResponse, { times: 1 });
  await confirm.click();
  await dialog.getByRole('alert').getByText('Sem resposta do serviço.').waitFor();
  await dialog.getByRole('textbox', { name: ticketTexts.forward.text }).press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  await note.waitFor();
  const { items } = await trpc.outbox.list.query({ ticketId });
  expect(items).toHaveLength(1);
  await trpc.outbox.retry.mutate({ id: items[0]?.id ?? 0 });
  const sent = fixture.smtp.mails.at(-1);
  expect(sent?.to).toEqual(['rui@grafica.example', 'eva@grafica.example']);
  const { attachments, text, replyTo } = await simpleParser(sent?.source ?? '');
  expect(attachments.map(({ filename }) => filename)).toEqual(['recibo.txt']);
  expect(text).toContain('Podem ver?');

  const address = replyTo?.value[0]?.address ?? '';
  await ingest(aMail({ From: 'Rui Gráfica <rui@grafica.example>', To: address }, 'Foi estornado.'));
  await conversation.getByText('Rui Gráfica <rui@grafica.example>').waitFor();
  await conversation.getByText('Foi estornado.').waitFor();
  const { notes, messages } = await trpc.tickets.get.query({ id: ticketId });
  expect([messages.length, notes.at(-1)?.mentions]).toEqual([1, [people.agent.email]]);
});
