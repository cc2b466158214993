import { afterAll, expect, it } from 'vitest';
import { startReplyFixture } from './reply-fixtures.ts';

const fixture = await startReplyFixture();
afterAll(() => fixture.close());

it('takes drafts of settled and snoozed tickets out of those that are pending until they come back', async () => {
  const { tickets, replies } = await fixture.app.trpc({ role: 'agent' });
  const id = await fixture.openTicket();
  await replies.drafts.create.mutate({ ticketIds: [id] });
  const isPending = async () => {
    const { items } = await replies.drafts.list.query({ ticketId: id, status: 'pending' });
    const [row] = (await tickets.list.query({ search: `#${id}` })).items;
    expect(row?.hasDraft).toBe(items.length > 0);
    return items.length > 0;
  };
  const until = new Date(Date.now() + 3_600_000).toISOString();
  expect(await isPending()).toBe(true);
  await tickets.snooze.mutate({ ids: [id], until });
  expect(await isPending()).toBe(false);
  await tickets.snooze.mutate({ ids: [id], until: null });
  expect(await isPending()).toBe(true);
  await tickets.setStatus.mutate({ id, status: 'resolved' });
  expect(await isPending()).toBe(false);
  // Still one draft a ticket.
  expect((await replies.drafts.create.mutate({ ticketIds: [id] })).outcomes).toMatchObject([
    { reason: 'draft-exists' },
  ]);
  await tickets.setStatus.mutate({ id, status: 'open' });
  expect(await isPending()).toBe(true);
});
