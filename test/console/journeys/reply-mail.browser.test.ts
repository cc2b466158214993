import { simpleParser } from 'mailparser';
import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { fixture as aFile } from '../../attachments/attachment-helpers.ts';
import { aMail } from '../../inbound/mails.ts';
import { startReplyFixture } from '../../replies/reply-fixtures.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { holdUndo, openConsole } from '../open-console.ts';
import {
  attach,
  box,
  button,
  conversation,
  dialog,
  hasFocus,
  isStored,
  list,
  press,
  undo,
} from '../parts.ts';
import { replyTexts, teamTexts, ticketTexts } from '../texts.ts';

let refused: string | undefined;
// Whoever works from elsewhere sends and reads by the time of São Paulo.
const { service: fixture, visit } = await openConsole(
  (env) =>
    startReplyFixture({
      env: { ...env, MAIL_REPLY_TO: 'atendimento@exemplo.com.br' },
      mail: {
        onRecipient: (address) => {
          if (address === refused) throw Object.assign(new Error('unknown'), { responseCode: 550 });
        },
      },
    }),
  'Asia/Tokyo',
);
beforeEach(() => {
  refused = undefined;
});
const trpc = await fixture.app.trpc();
const { mails } = ticketTexts;

const filesOf = (page: Page) =>
  page.getByRole('list', { name: replyTexts.files }).getByRole('listitem');
/** The mails that wait leave now. */
const sendAll = async () => {
  const { items } = await trpc.outbox.list.query({ status: 'pending' });
  for (const { id } of items) await trpc.outbox.retry.mutate({ id });
};
const lastMail = () => simpleParser(fixture.smtp.mails.at(-1)?.source ?? '');
const visitTicket = async () => {
  const id = await fixture.openTicket();
  const page = await visit(`/chamados/${id}`);
  await holdUndo(page);
  return { id, page };
};

/** Gives a file to the box of the reply, or to another element. */
const give = async (page: Page, how: 'paste' | 'drop', file: File, to = box(page)) => {
  const base64 = Buffer.from(await file.arrayBuffer()).toString('base64');
  await to.evaluate(
    (element, { how, name, type, data }) => {
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
      const files = new DataTransfer();
      files.items.add(new File([bytes], name, { type }));
      const given = { clipboardData: files, dataTransfer: files, bubbles: true, cancelable: true };
      const event = how === 'paste' ? new ClipboardEvent(how, given) : new DragEvent(how, given);
      element.dispatchEvent(event);
    },
    { how, name: file.name, type: file.type, data: base64 },
  );
};

it('files of a reply are listed, leave with it, and come back when it is taken back', async () => {
  const { page } = await visitTicket();
  await box(page).fill('Segue');
  await attach(page, 'um.txt');
  await attach(page, 'dois.txt', Buffer.from('Dois'));
  await filesOf(page).filter({ hasText: 'dois.txt' }).getByText('4 bytes').waitFor();
  await page.getByText(replyTexts.room('8 bytes')).waitFor();
  await expectAccessible(page);
  await press(page, replyTexts.removeFile('um.txt'));
  await press(page, replyTexts.send);
  await undo(page).click();
  await filesOf(page).getByText('dois.txt').waitFor();
  await press(page, replyTexts.send);
  await filesOf(page).waitFor({ state: 'detached' });
  await sendAll();
  const { attachments } = await lastMail();
  expect(attachments.map(({ content }) => content.toString())).toEqual(['Dois']);
});

it('pictures that are pasted into the box stand in its text, all others are listed', async () => {
  const { page } = await visitTicket();
  await box(page).fill('Veja: ');
  const photo = await aFile('foto.png', 'image/png');
  await give(page, 'paste', photo);
  const picture = box(page).locator('img');
  await picture.waitFor();
  await give(page, 'drop', new File(['a'], 'solta.txt', { type: 'text/plain' }));
  await filesOf(page).getByText('solta.txt').waitFor();
  const beside = new File([await photo.arrayBuffer()], 'ao-lado.png', { type: photo.type });
  await give(page, 'paste', beside, button(page, replyTexts.send));
  await filesOf(page).getByText('ao-lado.png').waitFor();
  expect(await picture.count()).toBe(1);
  for (const name of ['solta.txt', 'ao-lado.png']) await press(page, replyTexts.removeFile(name));
  await isStored(page);
  await page.reload();
  const width = () =>
    picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
  await press(page, replyTexts.send);
  const article = conversation(page).getByRole('article').last();
  await article.locator('p img').waitFor();
  // It is not listed beside the text that shows it.
  const link = article.getByRole('link', { name: ticketTexts.download('foto.png') });
  expect(await link.count()).toBe(0);
  await sendAll();
  const { html, attachments } = await lastMail();
  expect(html).toContain('<img src="data:image/png;base64,');
  expect(attachments).toMatchObject([{ related: true }]);
});

it('copies of a reply are typed, or are whom the reader wrote to', async () => {
  const from = `${crypto.randomUUID()}@exemplo.com.br`;
  const To = 'atendimento@exemplo.com.br, Rui <rui@exemplo.com.br>';
  const raw = aMail({ From: from, To, Cc: 'bia@exemplo.com.br' }).toString('base64');
  const { ticketId = 0 } = await trpc.inbound.ingest.mutate({ raw });
  const page = await visit(`/chamados/${ticketId}`);
  await press(page, replyTexts.replyAll(2));
  const cc = page.getByRole('textbox', { name: replyTexts.cc });
  expect(await cc.inputValue()).toBe('rui@exemplo.com.br, bia@exemplo.com.br');
  await expect.poll(() => hasFocus(box(page))).toBe(true);
  await box(page).fill('Oi');
  await cc.fill('bia@exemplo.com.br, caio');
  await page.getByText(replyTexts.wrongAddress('caio')).waitFor();
  expect(await button(page, replyTexts.send).isDisabled()).toBe(true);
  await cc.fill('bia@exemplo.com.br, Caio@exemplo.com.br');
  await press(page, replyTexts.send);
  await undo(page).waitFor();
  await sendAll();
  const copies = ['bia@exemplo.com.br', 'caio@exemplo.com.br'];
  expect(fixture.smtp.mails.at(-1)?.to).toEqual([from, ...copies]);
});

it('a refused mail says why, and goes to the address that is mended', async () => {
  refused = `${crypto.randomUUID()}@exemplo.com.br`;
  const right = `${crypto.randomUUID()}@exemplo.com.br`;
  const id = await fixture.openTicket({ email: refused });
  await trpc.tickets.reply.mutate({ id, html: 'Oi', sendEmail: true, undoSeconds: 0 });
  const page = await visit('/fila?sort=newest');
  await list(page).getByText(mails.failed).waitFor();
  await page.goto(`/console/chamados/${id}`);
  await page.getByText('este endereço não existe').waitFor();
  await press(page, ticketTexts.sendsMailAgain);
  await page.getByText(ticketTexts.sentMail).waitFor();
  await press(page, ticketTexts.mendAddress);
  const email = dialog(page).getByLabel(teamTexts.email);
  expect(await email.inputValue()).toBe(refused);
  await email.fill(right);
  await press(page, ticketTexts.mendAndSend);
  await conversation(page).getByText(mails.mailed).waitFor();
  expect(fixture.smtp.mails.at(-1)?.to).toEqual([right]);
});

it('a reply of later waits above the box, and comes back when it is taken back', async () => {
  const { id, page } = await visitTicket();
  await box(page).fill('Até amanhã');
  await attach(page, 'um.txt');
  await attach(page, 'da-conversa.txt');
  // It stays on the ticket.
  await press(page, replyTexts.removeFile('da-conversa.txt'));
  await press(page, replyTexts.cc);
  const cc = page.getByRole('textbox', { name: replyTexts.cc });
  await cc.fill('bia@exemplo.com.br');
  const schedule = async () => {
    await press(page, replyTexts.later);
    await dialog(page).getByRole('option', { name: replyTexts.moments.tomorrow }).click();
  };
  await schedule();
  const waiting = page.getByRole('region', { name: replyTexts.scheduled });
  await waiting.getByText('Até amanhã').waitFor();
  await expectAccessible(page);
  const [later] = (await trpc.tickets.get.query({ id })).later;
  expect(later?.sendsAt).toMatch(/T11:00:00/);
  await undo(waiting).click();
  await box(page).getByText('Até amanhã').waitFor();
  await filesOf(page).getByText('um.txt').waitFor();
  expect(await filesOf(page).count()).toBe(1);
  expect(await cc.inputValue()).toBe('bia@exemplo.com.br');
  await schedule();
  await waiting.waitFor();
  const message = { id, author: 'Rui', origin: 'requester', body: 'Chegou' } as const;
  await trpc.tickets.addMessage.mutate(message);
  await waiting.getByText(/^Não vai sair/).waitFor();
});

it('a signature is edited beside the reply, and stands under mails', async () => {
  const { page } = await visitTicket();
  await press(page, replyTexts.signature);
  await dialog(page).getByRole('textbox', { name: replyTexts.signature }).fill('Equipe Leitor');
  await press(page, replyTexts.saveSignature);
  await dialog(page).waitFor({ state: 'detached' });
  await press(page, replyTexts.signature);
  await dialog(page).getByText('Equipe Leitor').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await box(page).fill('Oi');
  await press(page, replyTexts.send);
  await undo(page).waitFor();
  await sendAll();
  expect((await lastMail()).text).toMatch(/^Oi\n\n-- \nEquipe Leitor/);
});
