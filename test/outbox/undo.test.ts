import { afterAll, describe, expect, it } from 'vitest';
import { startReplyFixture } from '../replies/reply-fixtures.ts';
import { ageMails } from '../support/age.ts';

const fixture = await startReplyFixture();
afterAll(() => fixture.close());
const trpc = await fixture.app.trpc({ role: 'agent', email: 'ana@exemplo.com.br' });
const admin = await fixture.app.trpc();

describe('outbox.undo', () => {
  it('deletes the mail and its message, and makes its draft pending again', async () => {
    const ticket = await fixture.openTicket();
    const [draft] = (await trpc.replies.drafts.create.mutate({ ticketIds: [ticket] })).outcomes;
    if (!draft?.ok) throw new Error('no draft');
    const { draftId } = draft;
    const approval = { id: draftId, sendEmail: true };
    const approved = await trpc.replies.drafts.approve.mutate({ ...approval, undoSeconds: 600 });
    const mailId = approved.mailId ?? 0;
    expect(await fixture.messagesOf(ticket)).toHaveLength(2);
    // Its words alone lead to the ticket.
    const found = async () =>
      (await trpc.tickets.list.query({ search: 'reenviamos' })).items.map(({ id }) => id);
    expect(await found()).toEqual([ticket]);
    expect(await trpc.outbox.undo.mutate({ id: mailId })).toEqual({ undone: true });
    expect(await fixture.messagesOf(ticket)).toHaveLength(1);
    expect(await found()).toEqual([]);
    expect(await trpc.replies.drafts.get.query({ id: draftId })).toMatchObject({
      status: 'pending',
      messageId: null,
    });
    const { items } = await admin.audit.list.query({ target: `ticket:${ticket}` });
    expect(items[0]).toMatchObject({
      action: 'outbox.undo',
      changes: [{ field: 'messages', before: approved.messageId }],
    });
    await ageMails(fixture.app.service.contextFor('test').db, 11);
    await admin.jobs.run.mutate({ name: 'send-mails' });
    expect(fixture.smtp.mails).toHaveLength(0);
    await expect(trpc.outbox.undo.mutate({ id: mailId })).rejects.toMatchObject({
      data: { code: 'NOT_FOUND' },
    });
    const again = await trpc.replies.drafts.approve.mutate({ ...approval, undoSeconds: 0 });
    expect(again.messageId).toBeGreaterThan(0);
    expect(fixture.smtp.mails).toHaveLength(1);
  });
});
