import { simpleParser } from 'mailparser';
import { afterAll, describe, expect, it } from 'vitest';
import { fixture as aFile, uploadOne } from '../attachments/attachment-helpers.ts';
import { mailEnv } from '../inbound/mail-people.ts';
import { aMail } from '../inbound/mails.ts';
import { startReplyFixture } from '../replies/reply-fixtures.ts';
import { mergeTwice } from './merge-twice.ts';

const fixture = await startReplyFixture({ env: { MAIL_REPLY_TO: mailEnv.MAIL_REPLY_TO } });
afterAll(() => fixture.close());
const { app, openTicket } = fixture;
const bia = { role: 'agent', email: 'bia@leitor.com.br' } as const;
const agent = await app.trpc(bia);

const anAddress = () => `${crypto.randomUUID().slice(0, 8)}@grafica.example`;
const lastMail = () => simpleParser(fixture.smtp.mails.at(-1)?.source ?? '');
const ingest = (headers: Record<string, string>) =>
  agent.inbound.ingest.mutate({ raw: aMail(headers).toString('base64') });

describe('what is passed on', () => {
  it('shows the pictures that go with it in their place, and no others', async () => {
    const id = await openTicket();
    const photo = await aFile('foto.png', 'image/png');
    const { id: picture } = await uploadOne(await app.client(bia), id, photo);
    const img = `<img src="cid:anexo-${picture}" alt="foto" />`;
    const written = { id, html: `<p>Veja: ${img}</p>`, attachmentIds: [picture] };
    const { messageId } = await agent.tickets.reply.mutate(written);
    const html = `<p>${'Podem ver isto? '.repeat(9)}${img}</p>`;
    const forward = async (attachmentIds?: number[]) => {
      const asked = { id, messageId, to: [anAddress()], html, undoSeconds: 0 };
      await agent.tickets.forward.mutate({ ...asked, attachmentIds });
      return lastMail();
    };
    const { attachments, html: mailed } = await forward();
    expect(attachments).toMatchObject([{ related: true, filename: 'foto.png' }]);
    // The parser puts in place what the Content-ID names.
    expect(`${mailed}`.match(/<img src="data:image\/png;base64,/g)).toHaveLength(2);
    expect((await forward([])).html).not.toContain('<img');
    // A note has no ends of lines but those that were written.
    const [note] = (await agent.tickets.get.query({ id })).notes;
    expect(note?.body.split('\n')).toHaveLength(3);
  });

  it('is answered on the ticket that its own was merged into', async () => {
    const [fromId, intoId] = [await openTicket(), await openTicket()];
    const [message] = (await agent.tickets.get.query({ id: fromId })).messages;
    const [first, second] = [anAddress(), anAddress()];
    const forward = { id: fromId, messageId: message?.id ?? 0, undoSeconds: 0 };
    await agent.tickets.forward.mutate({ ...forward, to: [first, second] });
    const To = (await lastMail()).replyTo?.text ?? '';
    const updatedAt = async () => (await agent.tickets.get.query({ id: fromId })).updatedAt;
    const before = await updatedAt();
    await ingest({ From: first, To });
    expect((await updatedAt()) > before).toBe(true);
    await mergeTwice(agent, { fromId, intoId, differentRequesters: true });
    expect(await ingest({ From: second, To })).toEqual({ outcome: 'reply', ticketId: intoId });
    const { notes } = await agent.tickets.get.query({ id: intoId });
    expect(notes.map(({ author }) => author)).toEqual([bia.email, first, second]);
    const { items } = await agent.inbound.list.query({ limit: 2 });
    expect(items.map(({ sender, ticketId }) => [sender, ticketId])).toEqual([
      [second, intoId],
      [first, intoId],
    ]);
  });
});
