import { afterAll, describe, expect, it } from 'vitest';
import { fixture, uploadOne } from '../../attachments/attachment-helpers.ts';
import { startApp } from '../../harness.ts';

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

describe('tickets.reply', () => {
  it('saves a quick reply with its variables filled in and escaped', async () => {
    const { id } = await aTicket('José-Luís & Ângela');
    const { id: quickReplyId } = await quickReply(
      '<p>Olá, {{primeiro_nome}} ({{ nome }})! Ticket {{ticket}}, {{newsletter}}.</p><p>{{atendente}}</p>',
    );
    const { messageId } = await internal.tickets.reply.mutate({ id, quickReplyId });
    expect(await lastMessage(id)).toMatchObject({
      id: messageId,
      origin: 'agent',
      author: 'ana@leitor.com.br',
      body: `<p>Olá, José-Luís (José-Luís &amp; Ângela)! Ticket ${id}, Bom Dia.</p><p>Ana &lt;Lima&gt;</p>`,
    });
  });

  it.each([
    ['\n\nSe 5 < 6:\nsim.\n \nAté logo\n', '<p>Se 5 &lt; 6:<br />sim.</p><p>Até logo</p>'],
    ['A &lt B', '<p>A &amp;lt B</p>'],
    ['<p onclick="x()">Oi<script>x</script></p>', '<p>Oi</p>'],
    ['Olá, {{nome}}', `<p>Olá, Ana "Nina" d'Ávila</p>`],
  ])('saves %j as safe HTML', async (html, body) => {
    const { id } = await aTicket(`Ana "Nina" d'Ávila`);
    await internal.tickets.reply.mutate({ id, html });
    expect((await lastMessage(id))?.body).toBe(body);
  });

  it('refuses a blank reply, and one of a picture that does not go with it', async () => {
    const { id } = await aTicket();
    for (const html of ['<p> </p>', '<p><img src="cid:anexo-1" /></p>']) {
      const reply = internal.tickets.reply.mutate({ id, html });
      await expect(reply).rejects.toMatchObject(failing('reply-empty'));
    }
  });

  it('accepts a reply of a picture alone', async () => {
    const { id } = await aTicket();
    const photo = await fixture('foto.png', 'image/png');
    const file = await uploadOne(await app.client({ role: 'agent' }), id, photo);
    const html = `<p><img src="cid:anexo-${file.id}" alt="foto" /></p>`;
    await internal.tickets.reply.mutate({ id, html, attachmentIds: [file.id] });
    expect((await lastMessage(id))?.body).toBe(html);
  });

  it('refuses a variable without a value, and never names an agent by the e-mail', async () => {
    const ticket = { requesterName: 'Maria', subject: 'Dúvida', body: 'Oi', main: 'Geral' };
    const { id } = await internal.tickets.create.mutate(ticket);
    const nameless = await app.trpc({ role: 'agent', email: 'bia@leitor.com.br' });
    await expect(
      nameless.tickets.reply.mutate({ id, html: '{{primeiro_nome}} {{newsletter}} {{atendente}}' }),
    ).rejects.toMatchObject({
      message: 'newsletter, atendente',
      ...failing('reply-variables-missing'),
    });
    await nameless.tickets.reply.mutate({ id, html: '{{nome}}' });
    expect(await lastMessage(id)).toMatchObject({
      author: 'bia@leitor.com.br',
      body: '<p>Maria</p>',
    });
  });

  it('takes either a text or a quick reply that exists, for a ticket that exists', async () => {
    const { id } = await aTicket();
    const { id: quickReplyId } = await quickReply('Olá');
    for (const wrong of [{}, { html: 'Oi', quickReplyId }, { html: 'Oi', undoSeconds: 601 }]) {
      await expect(internal.tickets.reply.mutate({ id, ...wrong })).rejects.toMatchObject(
        failing('invalid-request'),
      );
    }
    const missing = 999_999;
    await expect(
      internal.tickets.reply.mutate({ id, quickReplyId: missing }),
    ).rejects.toMatchObject(failing('quick-reply-not-found'));
    await expect(
      internal.tickets.reply.mutate({ id: missing, quickReplyId }),
    ).rejects.toMatchObject(failing('ticket-not-found'));
  });

  it('refuses a mail to a ticket without an address', async () => {
    const { id } = await aTicket();
    await expect(
      internal.tickets.reply.mutate({ id, html: 'Oi', sendEmail: true }),
    ).rejects.toMatchObject(failing('requester-without-email'));
  });
});
