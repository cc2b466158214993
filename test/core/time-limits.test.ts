import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { uploadAttachments } from '../../server/attachments/service.ts';
import { openWebhookSender } from '../../server/clients/webhook-sender.ts';
import { readMailboxJob } from '../../server/inbound/job.ts';
import { getGroupRankingFor } from '../../server/rankings/group-ranking.ts';
import { startApp } from '../harness.ts';
import { noteTimeouts } from '../support/timeouts.ts';

// Neither a newsletter nor a model is configured: what asks one of them fails at once.
const app = await startApp();
afterAll(() => app.close());
const ctx = app.service.contextFor('test');
const admin = await app.trpc();
const reader = await app.client({ role: 'reader' });

const draft = async () => {
  const { quizId } = await admin.quiz.draft.mutate({ blank: true, overwrite: true });
  await ctx.db.updateTable('quiz_drafts').set({ edition_text: 'Bom dia.' }).execute();
  const { questions } = await admin.quiz.get.query({ id: quizId });
  return { id: quizId, questionId: questions[0]?.id ?? '' };
};

describe('what waits for another service or a slow statement', () => {
  let written: Awaited<ReturnType<typeof draft>>;
  beforeEach(async () => {
    written = await draft();
  });

  it.each<[string, number, () => Promise<unknown>]>([
    ['a blank quiz', 5_000, () => admin.quiz.draft.mutate({ blank: true, overwrite: true })],
    ['a new question', 120_000, () => admin.quiz.regenerate.mutate(written)],
    ['a reading', 10_000, () => reader.recordMyReading({ body: { editionId: 'post_1' } })],
    [
      'a question to an agent',
      90_000,
      () => admin.ai.ask.mutate({ agent: 'support-assistant', prompt: 'Oi' }),
    ],
    ['the state of the storage', 2_000, () => admin.operations.status.query()],
    ['a ranking of a group', 30_000, () => getGroupRankingFor(ctx, crypto.randomUUID())],
    ['a mail', 20_000, () => admin.inbound.ingest.mutate({ raw: btoa('Subject: Oi\n\nOi') })],
    [
      'an upload that failed',
      2_000,
      async () => {
        const { id } = await admin.tickets.create.mutate({ subject: 'Oi', body: 'Oi', main: 'A' });
        await uploadAttachments(ctx, id, () => Promise.reject(new Error('broken')));
      },
    ],
    [
      'a webhook',
      15_000,
      () => openWebhookSender({ anyAddress: true }).open('http://127.0.0.1:1/').post('{}', {}),
    ],
    [
      'a turn of reading the mailbox',
      55_000,
      async () => {
        const mailbox = { name: 'caixa', read: async () => {} };
        const { signal } = new AbortController();
        await readMailboxJob.run({ ...ctx, mailbox }, { scheduledFor: new Date(), signal });
      },
    ],
    ['a job', 600_000, () => admin.jobs.run.mutate({ name: 'fold-streak-counts' })],
  ])('ends: %s after %i ms', async (_, ms, call) => {
    const timeouts = noteTimeouts();
    await call().catch(() => undefined);
    expect(timeouts()).toEqual([ms]);
  });
});
