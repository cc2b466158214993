import { afterEach, describe, expect, it } from 'vitest';
import { type ReplyFixture, startReplyFixture } from '../replies/reply-fixtures.ts';
import { ageMails } from '../support/age.ts';

let fixture: ReplyFixture;

afterEach(() => fixture.close());

/** A fixture with a draft that was approved and mailed. */
const approve = async (undoSeconds?: number) => {
  fixture = await startReplyFixture();
  const trpc = await fixture.app.trpc({ role: 'agent', email: 'ana@exemplo.com.br' });
  const admin = await fixture.app.trpc();
  const ticket = await fixture.openTicket();
  const { outcomes } = await trpc.replies.drafts.create.mutate({ ticketIds: [ticket] });
  const [draft] = outcomes;
  if (!draft?.ok) throw new Error('no draft');
  const approvedAfter = Date.now();
  const approved = await trpc.replies.drafts.approve.mutate({
    id: draft.draftId,
    sendEmail: true,
    ...(undoSeconds !== undefined && { undoSeconds }),
  });
  return {
    trpc,
    ticket,
    draftId: draft.draftId,
    approved,
    approvedAfter,
    mailId: approved.mailId ?? 0,
    sendDue: () => admin.jobs.run.mutate({ name: 'send-mails' }),
    outlive: (minutes = 1) => ageMails(fixture.app.service.contextFor('test').db, minutes),
  };
};

describe('a mail that can be taken back', () => {
  it('is taken back with its message, and its draft is pending again', async () => {
    const { trpc, ticket, mailId, draftId, approved, sendDue, outlive } = await approve(600);
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
    const admin = await fixture.app.trpc();
    const { items } = await admin.audit.list.query({ target: `ticket:${ticket}` });
    expect(items[0]).toMatchObject({
      action: 'outbox.undo',
      changes: [{ field: 'messages', before: approved.messageId }],
    });
    await outlive(11);
    await sendDue();
    expect(fixture.smtp.mails).toHaveLength(0);
    await expect(trpc.outbox.undo.mutate({ id: mailId })).rejects.toMatchObject({
      data: { code: 'NOT_FOUND' },
    });
    const again = await trpc.replies.drafts.approve.mutate({
      id: draftId,
      sendEmail: true,
      undoSeconds: 0,
    });
    expect(again.messageId).toBeGreaterThan(0);
    expect(fixture.smtp.mails).toHaveLength(1);
  });
});
