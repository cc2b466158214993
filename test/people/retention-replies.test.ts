import { expect, it } from 'vitest';
import { startReplyFixture } from '../replies/reply-fixtures.ts';

it('the retention of closed tickets removes their drafts and mails, and no others', async () => {
  const clock = { now: new Date('2026-03-10T15:00:00Z') };
  const fixture = await startReplyFixture({
    env: { RETENTION_TICKETS_DAYS: '30' },
    now: () => clock.now,
  });
  try {
    fixture.onModelCall(() => ({ html: '<p>Olá, Marina! Está resolvido.</p>', confidence: 0.9 }));
    const { jobs, outbox, replies, tickets } = await fixture.app.trpc();
    const [closed, stillOpen] = [
      await fixture.openTicket({ name: 'Marina' }),
      await fixture.openTicket({ name: 'Marina' }),
    ];
    await replies.drafts.create.mutate({ ticketIds: [closed, stillOpen] });
    for (const id of [closed, stillOpen])
      await tickets.reply.mutate({ id, html: 'Resolvido', sendEmail: true, undoSeconds: 0 });
    await tickets.setStatus.mutate({ id: closed, status: 'closed' });
    clock.now = new Date(clock.now.getTime() + 31 * 86_400_000);
    await jobs.run.mutate({ name: 'retention' });
    const { items } = await replies.drafts.list.query({});
    expect(items.map(({ ticketId }) => ticketId)).toEqual([stillOpen]);
    const mails = await outbox.list.query({});
    expect(mails.items.map(({ ticketId }) => ticketId)).toEqual([stillOpen]);
  } finally {
    await fixture.close();
  }
});
