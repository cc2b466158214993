import { afterAll, describe, expect, it } from 'vitest';
import { forwardAddressOf } from '../../../server/outbox/signed-ids.ts';
import { startApp } from '../../harness.ts';
import { queueOnTicket } from '../../support/locks.ts';
import { aPerson, from, mailEnv } from '../mail-people.ts';
import { aMail } from '../mails.ts';

const app = await startApp(mailEnv);
afterAll(() => app.close());
const admin = await app.trpc();
const ctx = app.service.contextFor('test');
const { db } = ctx;

const ingest = (raw: Buffer) => admin.inbound.ingest.mutate({ raw: raw.toString('base64') });
const ticket = (id: number | undefined) => admin.tickets.get.query({ id: id ?? 0 });

/** A ticket of a new person, and a reply of theirs to it. */
const openTicket = async (email = aPerson()) => {
  const { ticketId = 0, messageId } = await ingest(aMail(from(email)));
  const replyTo = `<ticket-${ticketId}.message-${messageId}@leitor.example>`;
  return { email, ticketId, reply: aMail({ ...from(email), 'In-Reply-To': replyTo }) };
};

describe('a reply that waits for its ticket', () => {
  it.each(['older', 'newer'])('goes to the %s one that it is merged into', async (which) => {
    const first = await openTicket();
    const second = await openTicket(first.email);
    const [into, gone] = which === 'older' ? [first, second] : [second, first];
    const merge = { fromId: gone.ticketId, intoId: into.ticketId, expected: 1 };
    const [, taken] = await queueOnTicket<unknown>(db, gone.ticketId, [
      () => admin.tickets.merge.mutate(merge),
      () => ingest(gone.reply),
    ]);
    expect(taken).toMatchObject({ outcome: 'reply', ticketId: into.ticketId });
    expect((await ticket(into.ticketId)).messages).toHaveLength(3);
  });

  it('of somebody outside is a note on the one that it is merged into', async () => {
    const into = await openTicket();
    const gone = await openTicket(into.email);
    const [to, id] = [aPerson(), gone.ticketId];
    const messageId = (await ticket(id)).messages[0]?.id ?? 0;
    const { noteId } = await admin.tickets.forward.mutate({ id, messageId, to: [to] });
    const answer = aMail({ ...from(to), To: (await forwardAddressOf(ctx, noteId)) ?? '' });
    const merge = { fromId: id, intoId: into.ticketId, expected: 3 };
    const [, taken] = await queueOnTicket<unknown>(db, id, [
      () => admin.tickets.merge.mutate(merge),
      () => ingest(answer),
    ]);
    expect(taken).toMatchObject({ outcome: 'reply', ticketId: into.ticketId });
    expect((await ticket(into.ticketId)).notes).toHaveLength(2);
    expect((await ticket(id)).notes).toEqual([]);
  });

  it("opens another ticket if the waiting reply's ticket is erased", async () => {
    const { email, ticketId, reply } = await openTicket();
    const { total } = await admin.people.erase.mutate({ email });
    const [, taken] = await queueOnTicket<unknown>(db, ticketId, [
      () => admin.people.erase.mutate({ email, dryRun: false, expected: total }),
      () => ingest(reply),
    ]);
    expect(taken).toMatchObject({ outcome: 'new-ticket' });
    expect((await ticket(ticketId)).status).toBe('closed');
  });
});
