import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { sendMail } from '../../server/outbox/send.ts';
import { undoMail } from '../../server/outbox/service.ts';
import { approveDraft, createDrafts } from '../../server/replies/drafts.ts';
import { textFile } from '../attachments/attachment-helpers.ts';
import { clonePostgres } from '../database.ts';
import { startReplyFixture } from '../replies/reply-fixtures.ts';
import { untilBlocked } from '../support/locks.ts';

it('of an undo and the sending of a mail exactly one happens, whatever process does which', async () => {
  const clone = await clonePostgres();
  const fixture = await startReplyFixture({ database: clone.location });
  const ctx = fixture.app.service.contextFor('test');
  const rounds = 21;
  const seen = { undone: 0, sent: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const ticket = await fixture.openTicket();
    const { outcomes } = await createDrafts(ctx, [ticket]);
    const [draft] = outcomes;
    if (!draft?.ok) throw new Error('no draft');
    const { mailId } = await approveDraft(ctx, {
      id: draft.draftId,
      sendEmail: true,
      undoSeconds: 10,
    });
    if (mailId === undefined) throw new Error('no mail');
    // The time to undo ends while both are under way: by up to ten milliseconds before or after. In
    // the last round it does not.
    const undoMs = round === rounds - 1 ? 60_000 : round % 20;
    await sql`
      update outbox set due_at = now(), undo_until = now() + make_interval(secs => ${undoMs / 1_000}::float8)
      where id = ${mailId}
    `.execute(ctx.db);
    const mails = fixture.smtp.mails.length;
    const [undone, ...attempts] = await Promise.all([
      undoMail(ctx, mailId).then(
        () => true,
        () => false,
      ),
      ...Array.from({ length: 3 }, () => sendMail(ctx, mailId)),
    ]);
    // A mail that nobody took back leaves later at the latest.
    await sql`update outbox set undo_until = now() where id = ${mailId}`.execute(ctx.db);
    const sent = [...attempts, await sendMail(ctx, mailId)].filter((result) => result === 'sent');
    expect(sent).toHaveLength(undone ? 0 : 1);
    expect(fixture.smtp.mails.length - mails).toBe(undone ? 0 : 1);
    expect(await fixture.messagesOf(ticket)).toHaveLength(undone ? 1 : 2);
    seen[undone ? 'undone' : 'sent'] += 1;
  }
  expect(seen.undone).toBeGreaterThan(0);
  expect(seen.sent).toBeGreaterThan(0);
  await fixture.close();
  await clone.drop();
});

it('a message is taken back while a file of it is stored: the file stays on the ticket, or finds no message', async () => {
  const clone = await clonePostgres();
  onTestFinished(clone.drop);
  const fixture = await startReplyFixture({ database: clone.location });
  onTestFinished(fixture.close);
  const { db } = fixture.app.service.contextFor('test');
  const agent = await fixture.app.trpc({ role: 'agent' });
  const client = await fixture.app.client({ role: 'agent' });
  const race = async (order: readonly ('upload' | 'undo')[]) => {
    const id = await fixture.openTicket();
    const reply = { id, html: '<p>Olá!</p>', sendEmail: true, undoSeconds: 600 };
    const { messageId, mailId = 0 } = await agent.tickets.reply.mutate(reply);
    const body = { arquivo: textFile(), mensagemId: messageId };
    const calls = {
      upload: async () => (await client.uploadAttachments({ params: { id }, body })).status,
      undo: async () => (await agent.outbox.undo.mutate({ id: mailId })).undone,
    };
    const started: Promise<number | boolean>[] = [];
    await db.transaction().execute(async (tx) => {
      await sql`select from ticket_messages where id = ${messageId} for update`.execute(tx);
      for (const call of order) {
        started.push(calls[call]());
        await untilBlocked(db, started.length);
      }
    });
    const files = async () => (await agent.attachments.list.query({ ticketId: id })).items;
    return [await Promise.all(started), (await files()).map((file) => file.messageId)];
  };
  expect(await race(['upload', 'undo'])).toEqual([[201, true], [null]]);
  expect(await race(['undo', 'upload'])).toEqual([[true, 400], []]);
});
