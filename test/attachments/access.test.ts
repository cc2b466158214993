import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { errorCode } from '../public-client.ts';
import { openTicket, storedFiles, textFile, uploadOne } from './attachment-helpers.ts';

const app = await startApp();
afterAll(() => app.close());
const agent = await app.client({ role: 'agent', email: 'agente@exemplo.com.br' });
const stranger = await app.client({ role: 'reader' });
const nameless = await app.client({ role: 'reader', email: 'SEM-TICKET@exemplo.com.br' });
const ticket = await openTicket(app);
const attachment = await uploadOne(ticket.requester, ticket.id, textFile());
const params = { id: ticket.id };
const one = { attachmentId: attachment.id };
const upload = { params, body: { arquivo: textFile() } };

describe('a stranger', () => {
  it('gets 404 on all four operations', async () => {
    const before = await storedFiles(app.directory);
    for (const client of [stranger, nameless]) {
      const answers = [
        await client.uploadAttachments(upload),
        await client.listTicketAttachments({ params }),
        await client.downloadAttachment({ params: one }),
        await client.deleteAttachment({ params: one }),
      ];
      expect(answers.map((response) => [response.status, errorCode(response)])).toEqual([
        [404, 'ticket-not-found'],
        [404, 'ticket-not-found'],
        [404, 'attachment-not-found'],
        [404, 'attachment-not-found'],
      ]);
    }
    expect(await storedFiles(app.directory)).toEqual(before);
  });

  it('gets the same response for an existing and a missing attachment', async () => {
    const [real, none] = [
      await stranger.downloadAttachment({ params: one }),
      await stranger.downloadAttachment({ params: { attachmentId: 2_147_483_647 } }),
    ];
    expect(real.body).toEqual(none.body);
  });

  it('gets 404 for a large upload too, not a broken connection', async () => {
    const body = { arquivo: textFile('grande.txt', 'x'.repeat(10_000_000)) };
    expect((await stranger.uploadAttachments({ params, body })).status).toBe(404);
  });
});

describe('a caller without a token', () => {
  it('gets 401 on all four operations', async () => {
    const answers = [
      await app.anonymous.uploadAttachments(upload),
      await app.anonymous.listTicketAttachments({ params }),
      await app.anonymous.downloadAttachment({ params: one }),
      await app.anonymous.deleteAttachment({ params: one }),
    ];
    for (const response of answers) {
      expect(response.status).toBe(401);
      expect(response.body).toEqual({ success: false, message: 'Token inválido ou expirado' });
    }
  });

  it('gets 401 for a large upload too, not a broken connection', async () => {
    const body = { arquivo: textFile('grande.txt', 'x'.repeat(10_000_000)) };
    expect((await app.anonymous.uploadAttachments({ params, body })).status).toBe(401);
  });
});

describe('the requester', () => {
  it('may use all four operations, regardless of the case of the e-mail', async () => {
    const requester = await app.client({ email: ticket.email.toUpperCase() });
    const own = await uploadOne(requester, ticket.id, textFile());
    expect((await requester.listTicketAttachments({ params })).status).toBe(200);
    const where = { params: { attachmentId: own.id } };
    expect((await requester.downloadAttachment(where)).status).toBe(200);
    expect((await requester.deleteAttachment(where)).status).toBe(200);
    expect((await requester.downloadAttachment(where)).status).toBe(404);
  });

  it('may not delete what an agent uploaded', async () => {
    const agents = await uploadOne(agent, ticket.id, textFile());
    const { items: listed } = await (await app.trpc()).attachments.list.query({
      ticketId: ticket.id,
    });
    expect(listed.find(({ id }) => id === agents.id)?.uploaderEmail).toBe('agente@exemplo.com.br');
    const where = { params: { attachmentId: agents.id } };
    expect((await ticket.requester.downloadAttachment(where)).status).toBe(200);
    const refused = await ticket.requester.deleteAttachment(where);
    expect([refused.status, errorCode(refused)]).toEqual([403, 'forbidden']);
    expect((await ticket.requester.downloadAttachment(where)).status).toBe(200);
  });
});

describe('agents and administrators', () => {
  it.each(['agent', 'admin'] as const)(
    '%s may use all four operations on any ticket',
    async (role) => {
      const client = await app.client({ role });
      const requesters = await uploadOne(ticket.requester, ticket.id, textFile());
      await uploadOne(client, ticket.id, textFile());
      expect((await client.listTicketAttachments({ params })).status).toBe(200);
      const where = { params: { attachmentId: requesters.id } };
      expect((await client.downloadAttachment(where)).status).toBe(200);
      expect((await client.deleteAttachment(where)).status).toBe(200);
    },
  );

  it('may see a ticket without an e-mail, which no reader may', async () => {
    const { id } = await (await app.trpc()).tickets.create.mutate({
      subject: 'a',
      body: 'b',
      main: 'c',
    });
    await uploadOne(agent, id, textFile());
    expect((await stranger.listTicketAttachments({ params: { id } })).status).toBe(404);
  });
});

describe('operators', () => {
  it('list and delete through the internal API', async () => {
    const internal = await app.trpc({ role: 'agent' });
    const own = await openTicket(app);
    const { id } = await uploadOne(own.requester, own.id, textFile('nota.txt', 'Olá'));
    const { items } = await internal.attachments.list.query({ ticketId: own.id });
    const [listed, ...others] = items;
    expect(others).toEqual([]);
    expect(listed).toMatchObject({
      id,
      ticketId: own.id,
      messageId: null,
      uploaderEmail: own.email,
      name: 'nota.txt',
      type: 'text/plain',
      size: 4,
      sha256: createHash('sha256').update('Olá').digest('hex'),
      downloadUrl: expect.stringContaining(`/support/anexos/${id}/download?token=`),
    });
    await internal.attachments.delete.mutate({ id });
    expect((await internal.attachments.list.query({ ticketId: own.id })).items).toEqual([]);
    await expect(internal.attachments.delete.mutate({ id })).rejects.toMatchObject({
      data: { code: 'NOT_FOUND', errorCode: 'attachment-not-found' },
    });
  });
});
