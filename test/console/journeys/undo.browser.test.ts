import { simpleParser } from 'mailparser';
import { expect, it } from 'vitest';
import { mailEnv } from '../../inbound/mail-people.ts';
import { aMail, aMailWith } from '../../inbound/mails.ts';
import { startReplyFixture } from '../../replies/reply-fixtures.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { holdUndo, openConsole, people } from '../open-console.ts';
import {
  box,
  button,
  conversation,
  dialog,
  focusIsOn,
  heading,
  isStored,
  keys,
  press,
  send,
  undo,
} from '../parts.ts';
import { failureTextOf, replyTexts, shell, ticketTexts } from '../texts.ts';

const { service: fixture, visit } = await openConsole((env) =>
  startReplyFixture({ env: { ...env, MAIL_REPLY_TO: mailEnv.MAIL_REPLY_TO } }),
);
const trpc = await fixture.app.trpc();
const { forward } = ticketTexts;
const ingest = (raw: Buffer) => trpc.inbound.ingest.mutate({ raw: raw.toString('base64') });
const get = (id: number) => trpc.tickets.get.query({ id });
const countOf = async (id: number) => (await get(id)).messages.length;
/** Opens a ticket of which a mail can be taken back. */
const open = async () => {
  const id = await fixture.openTicket();
  const page = await visit(`/chamados/${id}`);
  await holdUndo(page);
  await conversation(page).waitFor();
  return { id, page };
};

it('a reply is sent as it was written, and can be taken back on every screen', async () => {
  const { id, page } = await open();
  await keys(page, 'r');
  await focusIsOn(page, 'textbox');
  await page.keyboard.type('Olá! Já ');
  await press(page, replyTexts.bold);
  await page.keyboard.type('reenviamos');
  await isStored(page);
  await press(page, replyTexts.send);
  await undo(page).waitFor();
  expect((await get(id)).messages.at(-1)?.body).toMatch(/^<p>Olá! Já\s<b>reenviamos<\/b>/);
  expect((await box(page).textContent())?.trim()).toBe('');
  await page.goto('/console/fila');
  await undo(page).click();
  await page.getByText(`${shell.undone}${shell.ticket(id)}`).waitFor();
  expect(await countOf(id)).toBe(1);
  await page.goto(`/console/chamados/${id}`);
  await box(page).getByText('reenviamos').waitFor();
});

it('an agent who left before the response can take a reply back', async () => {
  const { id, page } = await open();
  const { promise: left, resolve } = Promise.withResolvers<void>();
  await page.route(/tickets\.reply/, async (route) => {
    await left;
    await route.fallback();
  });
  await send(page, 'Enviado e deixado');
  await page.locator('[inert]').waitFor();
  await page.getByRole('link', { name: shell.titles.queue }).click();
  await heading(page, shell.titles.queue).waitFor();
  resolve();
  await undo(page).waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/fila');
  await page.goto(`/console/chamados/${id}`);
  await conversation(page).getByText('Enviado e deixado').waitFor();
  expect((await box(page).textContent())?.trim()).toBe('');
});

it('a reply that is taken back stands before what is written meanwhile, in another tab too', async () => {
  const { id, page } = await open();
  await send(page, 'Primeiro');
  await undo(page).waitFor();
  await box(page).fill('Depois');
  await undo(page).click();
  await box(page).getByText('Primeiro').waitFor();
  expect(await box(page).innerText()).toMatch(/Primeiro\s+Depois/);
  await press(page, replyTexts.send);
  await undo(page).waitFor();
  await page.getByRole('link', { name: shell.titles.queue }).click();
  const other = await page.context().newPage();
  await other.goto(`/console/chamados/${id}`);
  await box(other).fill('Noutra aba');
  await undo(page).click();
  await expect.poll(() => box(other).innerText()).toMatch(/Primeiro\s+Depois\s+Noutra aba/);
});

it('each of two replies can be taken back, to its own ticket', async () => {
  const { id: first, page } = await open();
  const second = await fixture.openTicket();
  const undoOf = (id: number) =>
    undo(
      page
        .getByRole('status')
        .getByRole('paragraph')
        .filter({ hasText: shell.ticket(id) }),
    );
  await send(page, 'Primeira');
  await undoOf(first).waitFor();
  await page.goto(`/console/chamados/${second}`);
  await send(page, 'Segunda');
  await undoOf(second).waitFor();
  await undoOf(first).click();
  await expect.poll(() => countOf(first)).toBe(1);
  await undoOf(first).waitFor({ state: 'detached' });
  expect(await countOf(second)).toBe(2);
  // The key takes the newest back, outside of the box.
  await focusIsOn(page, 'H1');
  await keys(page, 'z');
  await box(page).getByText('Segunda').waitFor();
  expect(await countOf(second)).toBe(1);
  expect(await box(page).innerText()).not.toContain('Primeira');
});

it('sending and resolving are taken back by one undo', async () => {
  const { id, page } = await open();
  await box(page).fill('Pronto');
  await press(page, replyTexts.sendAndResolve);
  await undo(page).waitFor();
  expect((await get(id)).status).toBe('resolved');
  await undo(page).click();
  await box(page).getByText('Pronto').waitFor();
  expect(await get(id)).toMatchObject({ status: 'open', messages: [{}] });
});

it('a mail that has left cannot be taken back', async () => {
  const { id, page } = await open();
  await send(page, 'Primeira');
  await undo(page).waitFor();
  const { items } = await trpc.outbox.list.query({ ticketId: id });
  await trpc.outbox.retry.mutate({ id: items[0]?.id ?? 0 });
  await undo(page).click();
  await page.getByText(failureTextOf('mail-not-undoable')).waitFor();
  await undo(page).waitFor({ state: 'detached' });
});

it('a message is forwarded with files, and shows what is answered', async () => {
  const aText = (name: string) => ({ name, type: 'text/plain', contents: Buffer.from(name) });
  const files = [aText('recibo.txt'), aText('senha.txt')];
  const { ticketId = 0 } = await ingest(aMailWith(files, { From: 'Ana <ana@exemplo.com.br>' }));
  const page = await visit(`/chamados/${ticketId}`);
  await holdUndo(page);
  const to = dialog(page).getByRole('textbox', { name: forward.to });
  const text = dialog(page).getByRole('textbox', { name: forward.text });
  const secret = dialog(page).getByRole('checkbox', { name: 'senha.txt' });
  const confirm = button(dialog(page), forward.title);
  const opener = button(conversation(page), forward.title);

  await opener.click();
  await to.fill('Rui@grafica.example, eva@grafica.example');
  await text.fill('Podem ver?');
  await secret.uncheck();
  await expectAccessible(page);
  await confirm.click();
  await dialog(page).waitFor({ state: 'detached' });
  const note = conversation(page).getByText(
    'Encaminhado a rui@grafica.example, eva@grafica.example',
  );
  await note.waitFor();
  const { items } = await trpc.outbox.list.query({ ticketId });
  await trpc.outbox.retry.mutate({ id: items[0]?.id ?? 0 });
  const sent = fixture.smtp.mails.at(-1);
  expect(sent?.to).toEqual(['rui@grafica.example', 'eva@grafica.example']);
  const mail = await simpleParser(sent?.source ?? '');
  expect(mail.attachments.map(({ filename }) => filename)).toEqual(['recibo.txt']);
  expect(mail.text).toContain('Podem ver?');

  const address = mail.replyTo?.value[0]?.address ?? '';
  await ingest(aMail({ From: 'Rui Gráfica <rui@grafica.example>', To: address }, 'Foi estornado.'));
  await conversation(page).getByText('Foi estornado.').waitFor();
  const { notes, messages } = await get(ticketId);
  expect([messages.length, notes.at(-1)?.mentions]).toEqual([1, [people.agent.email]]);
});
