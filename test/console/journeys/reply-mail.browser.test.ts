import { simpleParser } from 'mailparser';
import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { replyTexts } from '../../../console/src/reply/texts.ts';
import { teamTexts } from '../../../console/src/team/texts.ts';
import { ticketTexts } from '../../../console/src/tickets/texts.ts';
import { uiTexts } from '../../../console/src/ui/texts.ts';
import { fixture as aFile } from '../../attachments/attachment-helpers.ts';
import { aMail } from '../../inbound/mails.ts';
import { startReplyFixture } from '../../replies/reply-fixtures.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { holdUndo, openConsole } from '../open-console.ts';
import { attach, box } from '../parts.ts';

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

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const filesOf = (page: Page) =>
  page.getByRole('list', { name: replyTexts.files }).getByRole('listitem');
/** The mails that wait leave now. */
const sendAll = async () => {
  const { items } = await trpc.outbox.list.query({ status: 'pending' });
  for (const { id } of items) await trpc.outbox.retry.mutate({ id });
};
const lastMail = () => simpleParser(fixture.smtp.mails.at(-1)?.source ?? '');

/** Gives a file to the box of the reply. */
const give = async (page: Page, how: 'paste' | 'drop', file: File) => {
  const base64 = Buffer.from(await file.arrayBuffer()).toString('base64');
  await box(page).evaluate(
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
  const id = await fixture.openTicket();
  const page = await visit(`/chamados/${id}`);
  await holdUndo(page);
  await box(page).fill('Segue');
  await attach(page, 'um.txt');
  await attach(page, 'dois.txt', Buffer.from('Dois'));
  await filesOf(page).filter({ hasText: 'dois.txt' }).getByText('4 bytes').waitFor();
  await page.getByText('8 bytes de 20 MB').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Tirar um.txt da resposta' }).click();
  await page.reload();
  await box(page).getByText('Segue').waitFor();
  await press(page, replyTexts.send);
  await press(page, uiTexts.undo);
  await filesOf(page).getByText('dois.txt').waitFor();
  await box(page).getByText('Segue').waitFor();
  await press(page, replyTexts.send);
  await filesOf(page).waitFor({ state: 'detached' });
  await sendAll();
  const { attachments } = await lastMail();
  expect(attachments.map(({ content }) => content.toString())).toEqual(['Dois']);
});

it('pasted pictures stand in the text of a reply, and dropped ones are listed', async () => {
  const id = await fixture.openTicket();
  const page = await visit(`/chamados/${id}`);
  await box(page).fill('Veja: ');
  await give(page, 'paste', await aFile('foto.png', 'image/png'));
  await box(page).locator('img').waitFor();
  await give(page, 'drop', new File(['a'], 'solta.txt', { type: 'text/plain' }));
  await filesOf(page).getByText('solta.txt').waitFor();
  await page.getByRole('button', { name: 'Tirar solta.txt da resposta' }).click();
  await page.getByText(replyTexts.states.stored, { exact: true }).waitFor();
  await page.reload();
  const width = () =>
    box(page)
      .locator('img')
      .evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
  await press(page, replyTexts.send);
  const conversation = page.getByRole('region', { name: ticketTexts.conversation });
  const article = conversation.getByRole('article').last();
  await article.locator('p img').waitFor();
  // It is not listed beside the text that shows it.
  expect(await article.getByRole('link', { name: 'Baixar foto.png' }).count()).toBe(0);
  await sendAll();
  const { html, attachments } = await lastMail();
  expect(html).toContain('<img src="data:image/png;base64,');
  expect(attachments).toMatchObject([{ related: true }]);
});

it('copies of a reply are typed, or are who wrote last and whom they wrote to', async () => {
  const from = `${crypto.randomUUID()}@exemplo.com.br`;
  const To = 'atendimento@exemplo.com.br, Rui <rui@exemplo.com.br>';
  const arrive = (headers: Record<string, string>) =>
    trpc.inbound.ingest.mutate({ raw: aMail(headers).toString('base64') });
  const { ticketId = 0 } = await arrive({ From: from, To, Cc: 'bia@exemplo.com.br' });
  const html = 'Quem viu?';
  await trpc.tickets.reply.mutate({ id: ticketId, html, sendEmail: true, undoSeconds: 0 });
  const { replyTo } = await lastMail();
  await arrive({ From: 'bia@exemplo.com.br', To, Cc: `${from}, ${replyTo?.text}` });
  const page = await visit(`/chamados/${ticketId}`);
  await press(page, 'Responder a todos (3)');
  const cc = page.getByRole('textbox', { name: replyTexts.cc });
  expect(await cc.inputValue()).toBe('bia@exemplo.com.br, rui@exemplo.com.br');
  await expect.poll(() => box(page).evaluate((it) => it === document.activeElement)).toBe(true);
  await cc.fill('bia@exemplo.com.br, caio');
  await page.getByText('Não dá para enviar a caio').waitFor();
  await box(page).fill('Oi');
  expect(await page.getByRole('button', { name: replyTexts.send, exact: true }).isDisabled()).toBe(
    true,
  );
  await cc.fill('bia@exemplo.com.br, Caio@exemplo.com.br');
  await press(page, replyTexts.send);
  await page
    .getByRole('region', { name: ticketTexts.conversation })
    .getByText('caio@exemplo.com.br')
    .waitFor();
  await sendAll();
  const copies = ['bia@exemplo.com.br', 'caio@exemplo.com.br'];
  expect(fixture.smtp.mails.at(-1)?.to).toEqual([from, ...copies]);
});

it('a refused mail says why, and goes to the address that is mended', async () => {
  refused = `${crypto.randomUUID()}@exemplo.com.br`;
  const right = `${crypto.randomUUID()}@exemplo.com.br`;
  const id = await fixture.openTicket({ email: refused });
  await trpc.tickets.reply.mutate({ id, html: 'Oi', sendEmail: true, undoSeconds: 0 });
  const page = await visit(`/chamados/${id}`);
  await page.getByText('E-mail recusado: este endereço não existe.').waitFor();
  await page.goto('/console/fila?sort=newest');
  await page
    .getByRole('list', { name: ticketTexts.list })
    .getByText(ticketTexts.mails.failed)
    .waitFor();
  await page.goto(`/console/chamados/${id}`);
  await press(page, ticketTexts.sendsMailAgain);
  await page.getByText(ticketTexts.sentMail).waitFor();
  await press(page, ticketTexts.mendAddress);
  expect(await page.getByRole('dialog').getByLabel(teamTexts.email).inputValue()).toBe(refused);
  await page.getByRole('dialog').getByLabel(teamTexts.email).fill(right);
  await press(page, ticketTexts.mendAndSend);
  await page
    .getByRole('region', { name: ticketTexts.conversation })
    .getByText(ticketTexts.mails.mailed)
    .waitFor();
  expect(fixture.smtp.mails.at(-1)?.to).toEqual([right]);
});

it('a reply of later waits above the box, and comes back when it is taken back', async () => {
  const id = await fixture.openTicket();
  const page = await visit(`/chamados/${id}`);
  await box(page).fill('Até amanhã');
  await attach(page, 'um.txt');
  await filesOf(page).waitFor();
  await press(page, replyTexts.cc);
  const cc = page.getByRole('textbox', { name: replyTexts.cc });
  await cc.fill('bia@exemplo.com.br');
  await press(page, replyTexts.later);
  await press(page, replyTexts.tomorrow);
  const waiting = page.getByRole('region', { name: replyTexts.scheduled });
  await waiting.getByText('Até amanhã').waitFor();
  await expectAccessible(page);
  const [later] = (await trpc.tickets.get.query({ id })).later;
  expect(later?.sendsAt).toMatch(/T11:00:00/);
  await waiting.getByRole('button', { name: uiTexts.undo }).click();
  await box(page).getByText('Até amanhã').waitFor();
  await filesOf(page).getByText('um.txt').waitFor();
  expect(await cc.inputValue()).toBe('bia@exemplo.com.br');
  await press(page, replyTexts.later);
  await press(page, replyTexts.tomorrow);
  await waiting.waitFor();
  const message = { id, author: 'Rui', origin: 'requester', body: 'Chegou' } as const;
  await trpc.tickets.addMessage.mutate(message);
  await waiting.getByText(/^Não vai sair/).waitFor();
});

it('a signature is edited beside the reply, and stands under mails', async () => {
  const id = await fixture.openTicket();
  const page = await visit(`/chamados/${id}`);
  await press(page, replyTexts.signature);
  const dialog = page.getByRole('dialog', { name: replyTexts.signature });
  await dialog.getByRole('textbox', { name: replyTexts.signature }).fill('Equipe Leitor');
  await press(page, replyTexts.saveSignature);
  await dialog.waitFor({ state: 'detached' });
  await box(page).fill('Oi');
  await press(page, replyTexts.send);
  await page.getByRole('button', { name: uiTexts.undo }).waitFor();
  await sendAll();
  expect((await lastMail()).text).toMatch(/^Oi\n\n-- \nEquipe Leitor/);
});
