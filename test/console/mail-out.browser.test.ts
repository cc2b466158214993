import { sql } from 'kysely';
import { simpleParser } from 'mailparser';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { addDays, civilDayOf } from '../../server/core/civil-time.ts';
import { fixture as aFile } from '../attachments/attachment-helpers.ts';
import { aMail } from '../inbound/mails.ts';
import { startReplyFixture } from '../replies/reply-fixtures.ts';
import { expectAccessible } from '../support/accessible.ts';
import { holdUndo, openConsole } from './open-console.ts';
import { attach, box } from './parts.ts';

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
// Numbers of more than a few digits.
const { db } = fixture.app.service.contextFor('test');
await sql`select setval('attachments_id_seq', 12345)`.execute(db);

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const filesOf = (page: Page) =>
  page.getByRole('list', { name: 'Anexos da resposta' }).getByRole('listitem');
const ticketOf = (id: number) => trpc.tickets.get.query({ id });
/** The mails that wait leave now. */
const sendAll = async () => {
  const { items } = await trpc.outbox.list.query({ status: 'pending' });
  for (const { id } of items) await trpc.outbox.retry.mutate({ id });
};
const lastMail = () => simpleParser(fixture.smtp.mails.at(-1)?.source ?? '');

/** Gives a file to the box of the reply. */
const give = async (page: Page, how: 'paste' | 'drop', file: File, beside?: string) => {
  const base64 = Buffer.from(await file.arrayBuffer()).toString('base64');
  const place = beside ? page.getByRole('region', { name: beside }) : box(page);
  await place.evaluate(
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

describe('files of a reply', () => {
  it('are listed before it is sent, leave with it, and come back when it is taken back', async () => {
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
    await press(page, 'Enviar');
    await press(page, 'Desfazer');
    await filesOf(page).getByText('dois.txt').waitFor();
    await box(page).getByText('Segue').waitFor();
    await press(page, 'Enviar');
    await filesOf(page).waitFor({ state: 'detached' });
    await sendAll();
    const { attachments } = await lastMail();
    expect(attachments.map(({ content }) => content.toString())).toEqual(['Dois']);
    await press(page, 'Sobre o chamado');
    const side = page.getByRole('complementary', { name: 'Sobre o chamado' });
    await side
      .getByRole('listitem')
      .filter({ hasText: 'um.txt' })
      .getByText('só no chamado')
      .waitFor();
    await press(page, 'Pôr um.txt na resposta');
    await filesOf(page).getByText('um.txt').waitFor();
    await box(page).fill('Não vai');
    await press(page, 'Apagar texto');
    await filesOf(page).waitFor({ state: 'detached' });
  });

  it('that are pasted as pictures stand in its text, here and in the mail', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    await box(page).fill('Veja: ');
    await give(page, 'paste', await aFile('foto.png', 'image/png'));
    await box(page).locator('img').waitFor();
    await page.getByText('Guardado', { exact: true }).waitFor();
    await page.reload();
    const width = () =>
      box(page)
        .locator('img')
        .evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth);
    await expect.poll(width).toBeGreaterThan(0);
    await press(page, 'Enviar');
    const conversation = page.getByRole('region', { name: 'Conversa' });
    const article = conversation.getByRole('article').last();
    await article.locator('p img').waitFor();
    // It is not listed beside the text that shows it.
    expect(await article.getByRole('link', { name: 'Baixar foto.png' }).count()).toBe(0);
    await sendAll();
    const { html, attachments } = await lastMail();
    expect(html).toContain('<img src="data:image/png;base64,');
    expect(attachments).toMatchObject([{ related: true }]);
  });

  it('that are dropped are listed, pictures too', async () => {
    const page = await visit(`/chamados/${await fixture.openTicket()}`);
    await box(page).fill('Veja');
    await give(page, 'drop', await aFile('foto.png', 'image/png'));
    await filesOf(page).getByText('foto.png').waitFor();
    await give(page, 'paste', new File(['a'], 'a.txt', { type: 'text/plain' }));
    await filesOf(page).getByText('a.txt').waitFor();
    // Pasted beside the box.
    await page.getByRole('button', { name: 'Tirar foto.png da resposta' }).click();
    await give(page, 'paste', await aFile('foto.png', 'image/png'), 'Conversa');
    await filesOf(page).getByText('foto.png').waitFor();
    expect(await box(page).locator('img').count()).toBe(0);
    // A picture alone is a reply.
    await box(page).fill('');
    const send = page.getByRole('button', { name: 'Enviar', exact: true });
    await expect.poll(() => send.isDisabled()).toBe(true);
    // Its name is a text, whatever stands in it.
    const nomeArquivo = 'a" b &amp; <c>.png';
    const data = { id: 77, nomeArquivo, tipoArquivo: 'image/png', tamanhoArquivo: 5 };
    await page.route(/attachments\/tickets/, (route) => route.fulfill({ json: { data } }), {
      times: 1,
    });
    await give(page, 'paste', await aFile('foto.png', 'image/png'));
    expect(await box(page).locator('img').getAttribute('alt')).toBe(nomeArquivo);
    await expect.poll(() => send.isEnabled()).toBe(true);
  });
});

describe('copies of a reply', () => {
  it('are typed, or who wrote last and whom they wrote to', async () => {
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
    const cc = page.getByRole('textbox', { name: 'Cc' });
    expect(await cc.inputValue()).toBe('bia@exemplo.com.br, rui@exemplo.com.br');
    await expect.poll(() => box(page).evaluate((it) => it === document.activeElement)).toBe(true);
    await cc.fill('bia@exemplo.com.br, caio');
    await page.getByText('Não dá para enviar a caio').waitFor();
    await box(page).fill('Oi');
    expect(await page.getByRole('button', { name: 'Enviar', exact: true }).isDisabled()).toBe(true);
    await cc.fill('bia@exemplo.com.br, Caio@exemplo.com.br');
    await press(page, 'Enviar');
    await page.getByRole('region', { name: 'Conversa' }).getByText('caio@exemplo.com.br').waitFor();
    await sendAll();
    const copies = ['bia@exemplo.com.br', 'caio@exemplo.com.br'];
    expect(fixture.smtp.mails.at(-1)?.to).toEqual([from, ...copies]);
  });
});

describe('Enviar e resolver', () => {
  it('does both, and one undo takes both back', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    await holdUndo(page);
    await box(page).fill('Pronto');
    await press(page, 'Enviar e resolver');
    await page.getByRole('heading', { level: 1 }).locator('..').getByText('Resolvido').waitFor();
    await press(page, 'Desfazer');
    await box(page).getByText('Pronto').waitFor();
    await expect.poll(async () => (await ticketOf(id)).status).toBe('open');
    expect((await ticketOf(id)).messages).toHaveLength(1);
  });
});

describe('a mail that was refused', () => {
  it('says why in Portuguese, and goes to the address that is mended', async () => {
    refused = `${crypto.randomUUID()}@exemplo.com.br`;
    const right = `${crypto.randomUUID()}@exemplo.com.br`;
    const id = await fixture.openTicket({ email: refused });
    await trpc.tickets.reply.mutate({ id, html: 'Oi', sendEmail: true, undoSeconds: 0 });
    const page = await visit(`/chamados/${id}`);
    await page.getByText('E-mail recusado: este endereço não existe.').waitFor();
    await page.goto('/console/fila?sort=newest');
    await page.getByRole('list', { name: 'Chamados' }).getByText('E-mail não saiu').waitFor();
    await page.goto(`/console/chamados/${id}`);
    await press(page, 'Mandar de novo');
    await page.getByText('O e-mail vai de novo.').waitFor();
    await press(page, 'Corrigir endereço');
    expect(await page.getByRole('dialog').getByLabel('E-mail').inputValue()).toBe(refused);
    await page.getByRole('dialog').getByLabel('E-mail').fill(right);
    await press(page, 'Salvar e mandar');
    await page.getByRole('region', { name: 'Conversa' }).getByText('E-mail enviado').waitFor();
    expect(fixture.smtp.mails.at(-1)?.to).toEqual([right]);
  });
});

describe('a reply of later', () => {
  it('waits above the box until its moment, and comes back when it is taken back', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    await box(page).fill('Até amanhã');
    await attach(page, 'um.txt');
    await filesOf(page).waitFor();
    await press(page, 'Cc');
    const cc = page.getByRole('textbox', { name: 'Cc' });
    await cc.fill('bia@exemplo.com.br');
    await press(page, 'Enviar depois');
    await press(page, 'Amanhã às 8h');
    const waiting = page.getByRole('region', { name: 'Respostas agendadas' });
    await waiting.getByText('Até amanhã').waitFor();
    await expectAccessible(page);
    const [later] = (await ticketOf(id)).later;
    expect(later?.sendsAt).toMatch(/T11:00:00/);
    await waiting.getByRole('button', { name: 'Desfazer' }).click();
    await box(page).getByText('Até amanhã').waitFor();
    await filesOf(page).getByText('um.txt').waitFor();
    expect(await cc.inputValue()).toBe('bia@exemplo.com.br');
    await press(page, 'Enviar depois');
    await press(page, 'Escolher data e hora');
    const at = page.getByLabel('Data e hora, até 30 dias');
    expect(await at.inputValue()).toBe(`${tomorrow()}T08:00`);
    const dayAfter = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    for (const moment of ['', '2020-01-01T23:30', `${dayAfter(31)}T23:30`]) {
      await at.fill(moment);
      await press(page, 'Agendar');
      expect(await at.evaluate((field: HTMLInputElement) => field.validity.valid)).toBe(false);
    }
    await at.fill(`${tomorrow()}T09:30`);
    await press(page, 'Agendar');
    await waiting.waitFor();
    expect((await ticketOf(id)).later[0]?.sendsAt).toContain(`${tomorrow()}T12:30:`);
    const message = { id, author: 'Rui', origin: 'requester', body: 'Chegou' } as const;
    await trpc.tickets.addMessage.mutate(message);
    await waiting.getByText(/^Não vai sair/).waitFor();
  });
});

const tomorrow = () => addDays(civilDayOf(new Date()), 1);

describe('the signature', () => {
  it('is edited beside the reply, and stands under mails', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    await press(page, 'Assinatura');
    const dialog = page.getByRole('dialog', { name: 'Assinatura' });
    await dialog.getByRole('textbox', { name: 'Assinatura' }).fill('Equipe Leitor');
    await press(page, 'Salvar assinatura');
    await dialog.waitFor({ state: 'detached' });
    await box(page).fill('Oi');
    await press(page, 'Enviar');
    await page.getByRole('button', { name: 'Desfazer' }).waitFor();
    await sendAll();
    expect((await lastMail()).text).toMatch(/^Oi\n\n-- \nEquipe Leitor/);
  });
});
