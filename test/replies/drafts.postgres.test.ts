import { expect, it } from 'vitest';
import { approveDraft, createDrafts, discardDraft } from '../../server/replies/drafts.ts';
import { clonePostgres } from '../database.ts';
import { startReplyFixture } from './reply-fixtures.ts';

it('a draft is decided exactly once, however many agents approve and discard it', async () => {
  const clone = await clonePostgres();
  const fixture = await startReplyFixture({ database: clone.location });
  const ctx = fixture.app.service.contextFor('test');
  for (let round = 0; round < 15; round += 1) {
    const ticket = await fixture.openTicket();
    const made = await Promise.all(Array.from({ length: 3 }, () => createDrafts(ctx, [ticket])));
    const ids = made.flatMap(({ outcomes }) =>
      outcomes.flatMap((outcome) => (outcome.ok ? [outcome.draftId] : [])),
    );
    expect(ids).toHaveLength(1);
    const id = ids[0] ?? 0;
    const mails = fixture.smtp.mails.length;
    const decided = await Promise.allSettled([
      ...Array.from({ length: 6 }, () =>
        approveDraft(ctx, { id, sendEmail: true, undoSeconds: 0 }).then(() => 1),
      ),
      discardDraft(ctx, { id }).then(() => 0),
    ]);
    const winners = decided.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(winners).toHaveLength(1);
    const approvals = winners[0];
    expect((await fixture.messagesOf(ticket)).length - 1).toBe(approvals);
    expect(fixture.smtp.mails.length - mails).toBe(approvals);
  }
  await fixture.close();
  await clone.drop();
});
