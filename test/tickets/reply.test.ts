import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { startReplyFixture } from '../replies/reply-fixtures.ts';

const app = await startApp();
afterAll(() => app.close());
const internal = await app.trpc({ role: 'agent', email: 'ana@leitor.com.br', name: 'Ana <Lima>' });
const failing = (errorCode: string) => ({ data: { errorCode } });

const aTicket = (requesterName?: string) =>
  internal.tickets.create.mutate({
    subject: 'Dúvida',
    body: 'Oi',
    main: 'Geral',
    newsletter: 'Bom Dia',
    ...(requesterName && { requesterName }),
  });
const quickReply = (content: string) =>
  internal.quickReplies.create.mutate({
    title: 'Olá',
    content,
    category: 'geral',
    shortcut: `/${crypto.randomUUID().slice(0, 8)}`,
  });
const lastMessage = async (id: number) =>
  (await internal.tickets.get.query({ id })).messages.at(-1);

describe('tickets.reply with a mail', () => {
  it('can be undone until it is sent, and then the message is gone too', async () => {
    const mailing = await startApp({
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'a@leitor.com.br',
    });
    const agent = await mailing.trpc({ role: 'agent' });
    const { id } = await agent.tickets.create.mutate({
      requesterEmail: 'maria@exemplo.com.br',
      subject: 'Dúvida',
      body: 'Oi',
      main: 'Geral',
    });
    const waiting = async () => (await agent.tickets.queue.query()).items.map((item) => item.id);
    const reply = await agent.tickets.reply.mutate({ id, html: 'Oi', sendEmail: true });
    expect(reply).toMatchObject({ mailId: expect.any(Number), sendsAt: expect.any(String) });
    expect(await waiting()).toEqual([]);
    await agent.outbox.undo.mutate({ id: reply.mailId ?? 0 });
    expect((await agent.tickets.get.query({ id })).messages).toHaveLength(1);
    expect(await waiting()).toEqual([id]);
    await mailing.close();
  });
});

describe('a reply that is mailed', () => {
  it('leaves at once if there is no time to undo it, else by the job', async () => {
    const { app: mailing, openTicket, smtp, close } = await startReplyFixture();
    const agent = await mailing.trpc({ role: 'agent' });
    const id = await openTicket();
    const reply = { id, html: 'Oi', sendEmail: true };
    await agent.tickets.reply.mutate({ ...reply, undoSeconds: 60 });
    expect(smtp.mails).toHaveLength(0);
    await agent.tickets.reply.mutate({ ...reply, undoSeconds: 0 });
    expect(smtp.mails).toHaveLength(1);
    await close();
  });
});

describe('tickets.reply', () => {
  it('leaves the number of its message in the audit trail', async () => {
    const { id } = await aTicket();
    const { messageId } = await internal.tickets.reply.mutate({ id, html: 'Oi' });
    const { items } = await (await app.trpc()).audit.list.query({ target: `ticket:${id}` });
    expect(items[0]).toMatchObject({
      action: 'tickets.reply',
      changes: [{ field: 'messages', after: messageId }],
    });
  });

  it('leaves the quotes in the value of a variable as they are', async () => {
    const { id } = await aTicket(`Ana "Nina" d'Ávila`);
    await internal.tickets.reply.mutate({ id, html: 'Olá, {{nome}}' });
    expect((await lastMessage(id))?.body).toBe(`<p>Olá, Ana "Nina" d'Ávila</p>`);
  });

  it('saves a quick reply with its variables filled in and escaped', async () => {
    const { id } = await aTicket('Maria & João');
    const { id: quickReplyId } = await quickReply(
      '<p>Olá, {{primeiro_nome}} ({{ nome }})! Ticket {{ticket}}, {{newsletter}}.</p><p>{{atendente}}</p>',
    );
    const { messageId } = await internal.tickets.reply.mutate({ id, quickReplyId });
    expect(await lastMessage(id)).toMatchObject({
      id: messageId,
      origin: 'agent',
      author: 'ana@leitor.com.br',
      body: `<p>Olá, Maria (Maria &amp; João)! Ticket ${id}, Bom Dia.</p><p>Ana &lt;Lima&gt;</p>`,
    });
  });

  it('keeps the paragraphs of plain text, whatever its variables hold', async () => {
    const { id } = await aTicket("Joana D'Arc <joana@exemplo.com.br>");
    const { id: quickReplyId } = await quickReply('Olá, {{nome}}!\n\nAté logo,\n{{atendente}}');
    await internal.tickets.reply.mutate({ id, quickReplyId });
    expect((await lastMessage(id))?.body).toBe(
      "<p>Olá, Joana D'Arc &lt;joana@exemplo.com.br&gt;!</p><p>Até logo,<br />Ana &lt;Lima&gt;</p>",
    );
  });

  it('turns plain text into paragraphs and sanitises HTML', async () => {
    const { id } = await aTicket();
    await internal.tickets.reply.mutate({ id, html: 'Se 5 < 6:\nsim.\n\nAté logo' });
    expect((await lastMessage(id))?.body).toBe('<p>Se 5 &lt; 6:<br />sim.</p><p>Até logo</p>');
    await internal.tickets.reply.mutate({ id, html: '<p onclick="x()">Oi<script>x</script></p>' });
    expect((await lastMessage(id))?.body).toBe('<p>Oi</p>');
  });

  it('refuses what would leave braces, naming the variables, and saves nothing', async () => {
    const { id } = await aTicket();
    await expect(
      internal.tickets.reply.mutate({ id, html: 'Olá, {{nome}} {{cupom}} {{ticket}}' }),
    ).rejects.toMatchObject({ message: 'nome, cupom', ...failing('reply-variables-missing') });
    await expect(internal.tickets.reply.mutate({ id, html: '<p> </p>' })).rejects.toMatchObject(
      failing('reply-empty'),
    );
    expect((await internal.tickets.get.query({ id })).messages).toHaveLength(1);
  });

  it('refuses a mail where none can be sent', async () => {
    const { id } = await internal.tickets.create.mutate({
      requesterEmail: 'maria@exemplo.com.br',
      subject: 'Dúvida',
      body: 'Oi',
      main: 'Geral',
    });
    await expect(
      internal.tickets.reply.mutate({ id, html: 'Oi', sendEmail: true }),
    ).rejects.toMatchObject(failing('mail-not-configured'));
    expect((await internal.tickets.get.query({ id })).messages).toHaveLength(1);
  });

  it('refuses a mail to a ticket without an address', async () => {
    const { id } = await aTicket();
    await expect(
      internal.tickets.reply.mutate({ id, html: 'Oi', sendEmail: true }),
    ).rejects.toMatchObject(failing('requester-without-email'));
  });

  it('refuses unknown variables in a quick reply on the internal API only', async () => {
    await expect(quickReply('Use {{cupom}}')).rejects.toThrow('cupom');
    const { id } = await quickReply('Use {{nome}}');
    const agent = await app.client();
    const { status, body } = await agent.updateQuickReply({
      params: { quickReplyId: id },
      body: { conteudo: 'Use {{cupom}}' },
    });
    expect([status, body]).toMatchObject([200, { data: { conteudo: 'Use {{cupom}}' } }]);
  });
});
