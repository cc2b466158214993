import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { errorCode } from '../public-client.ts';
import { openTicket, storedFiles, textFile, uploadOne } from './attachment-helpers.ts';

const app = await startApp();
afterAll(() => app.close());
const agent = await app.client({ role: 'agent', email: 'agente@exemplo.com.br' });
const stranger = await app.client({ role: 'reader' });
const internal = await app.trpc({ role: 'agent' });
const ticket = await openTicket(app);
const attachment = await uploadOne(ticket.requester, ticket.id, textFile());
const params = { id: ticket.id };

describe('the attachments of a ticket', () => {
  it('do not exist for a stranger', async () => {
    const before = await storedFiles(app.directory);
    const one = { params: { attachmentId: attachment.id } };
    // A large upload is refused by its response, not by a broken connection.
    const large = { arquivo: textFile('grande.txt', 'x'.repeat(10_000_000)) };
    const answers = [
      await stranger.uploadAttachments({ params, body: large }),
      await stranger.listTicketAttachments({ params }),
      await stranger.downloadAttachment(one),
      await stranger.deleteAttachment(one),
    ];
    expect(answers.map(errorCode)).toEqual([
      'ticket-not-found',
      'ticket-not-found',
      'attachment-not-found',
      'attachment-not-found',
    ]);
    expect((await app.anonymous.uploadAttachments({ params, body: large })).status).toBe(401);
    expect(await storedFiles(app.directory)).toEqual(before);
  });

  it('belong to the requester, regardless of the case of the e-mail', async () => {
    const requester = await app.client({ email: ticket.email.toUpperCase() });
    const own = {
      params: { attachmentId: (await uploadOne(requester, ticket.id, textFile())).id },
    };
    expect((await requester.listTicketAttachments({ params })).status).toBe(200);
    expect((await requester.downloadAttachment(own)).status).toBe(200);
    expect((await requester.deleteAttachment(own)).status).toBe(200);
  });

  it('are not deleted by the requester if an agent uploaded them', async () => {
    const { id } = await uploadOne(agent, ticket.id, textFile());
    const one = { params: { attachmentId: id } };
    expect(errorCode(await ticket.requester.deleteAttachment(one))).toBe('forbidden');
    expect((await ticket.requester.downloadAttachment(one)).status).toBe(200);
  });

  it('are hidden from all readers if the ticket has no e-mail', async () => {
    const admin = await app.trpc();
    const { id } = await admin.tickets.create.mutate({ subject: 'a', body: 'b', main: 'c' });
    await uploadOne(agent, id, textFile());
    expect((await stranger.listTicketAttachments({ params: { id } })).status).toBe(404);
  });

  it('are listed and deleted through the internal API', async () => {
    const own = await openTicket(app);
    const { id } = await uploadOne(own.requester, own.id, textFile('nota.txt', 'Olá'));
    const list = async () => (await internal.attachments.list.query({ ticketId: own.id })).items;
    expect(await list()).toMatchObject([
      {
        id,
        messageId: null,
        uploaderEmail: own.email,
        size: 4,
        sha256: createHash('sha256').update('Olá').digest('hex'),
        downloadUrl: expect.stringContaining(`/support/anexos/${id}/download?token=`),
      },
    ]);
    await internal.attachments.delete.mutate({ id });
    expect(await list()).toEqual([]);
    const again = internal.attachments.delete.mutate({ id });
    await expect(again).rejects.toMatchObject({ data: { errorCode: 'attachment-not-found' } });
  });
});
