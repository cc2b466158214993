import { sql } from 'kysely';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import type { LanguageModel } from '../../../server/clients/llm.ts';
import { composeQuiz } from '../../../server/quiz/generation/generate.ts';
import { openQuizRoom } from '../quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());
const { admin, nextDay } = room;

const withEdition = (changes: Partial<(typeof room.newsletter.editions)[number]>) => {
  nextDay();
  const { editions } = room.newsletter;
  const [template] = editions;
  if (!template) throw new Error('no edition');
  room.newsletter.editions = [{ ...template, ...changes }];
  onTestFinished(() => {
    room.newsletter.editions = editions;
  });
};

it('an edition for a quiz has at least 200 characters', async () => {
  withEdition({ html: `<p>${'x'.repeat(199)}</p>` });
  await expect(admin.quiz.generate.mutate()).rejects.toThrow('no-edition-available');
  expect(room.logs).toContainEqual(
    expect.objectContaining({ level: 40, edition: room.newsletter.editions[0]?.id }),
  );
  withEdition({ html: `<p>${'x'.repeat(200)}</p>` });
  expect(await admin.quiz.generate.mutate()).toEqual({ quizId: expect.any(String) });
});

it('a generation ends after two minutes, or when the caller leaves', async () => {
  withEdition({ title: 'Ju\u0000ros' });
  const [leave, deadline] = [new AbortController(), new AbortController()];
  const limits = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => (ms === 120_000 ? deadline.signal : new AbortController().signal));
  onTestFinished(() => limits.mockRestore());
  const quiz = { title: 'Quiz', description: 'Um quiz.', questions: [] };
  for (const [end, caller] of [
    [leave, leave],
    [deadline, new AbortController()],
  ] as const) {
    const ask: LanguageModel['ask'] = async ({ attemptMs, signal, answer }) => {
      expect([attemptMs, signal.aborted]).toEqual([60_000, false]);
      end.abort();
      expect(signal.aborted).toBe(true);
      return answer.schema.parse(quiz);
    };
    const ctx = { ...room.service.contextFor('test'), llm: { ask } };
    const composed = await composeQuiz(ctx, { signal: caller.signal });
    expect(composed.editionTitle).toBe('Juros');
  }
});

it('the list has the latest hundred, drafts and quizzes together', async () => {
  const old = sql`'2001-01-01'::date + n, 'Antigo', 'Antigo', '', ''`;
  const days = sql`generate_series(1, 100) n`;
  const head = sql`quiz_date, title, description, edition_id, edition_title`;
  await sql`insert into quizzes (${head}) select ${old} from ${days}`.execute(room.db);
  await sql`insert into quiz_drafts (${head}, questions) select ${old}, '[]' from ${days}`.execute(
    room.db,
  );
  const quiz = await room.aQuiz();
  const draft = await room.aDraft();
  const { items } = await admin.quiz.list.query();
  expect(items).toHaveLength(100);
  expect(items.slice(0, 2).map(({ id }) => id)).toEqual([draft.id, quiz.id]);
});
