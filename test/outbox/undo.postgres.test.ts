import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { sendMail } from '../../server/outbox/send.ts';
import { undoMail } from '../../server/outbox/service.ts';
import { approveDraft, createDrafts } from '../../server/replies/drafts.ts';
import { clonePostgres } from '../database.ts';
import { startReplyFixture } from '../replies/reply-fixtures.ts';

it('a mail is either undone or sent, whatever process does which', async () => {
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
