import { sql } from 'kysely';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { LanguageModel } from '../../../server/clients/llm.ts';
import { composeQuiz } from '../../../server/quiz/generation/generate.ts';
import { answering, openQuizRoom } from '../quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());
const { clock, admin, aQuiz, aReader, db } = room;

describe('the internal quiz procedures', () => {
  it("overwrite today's quiz if nobody has attempted it, and no other", async () => {
    const earlier = await aQuiz();
    const quiz = await aQuiz();
    await expect(admin.quiz.generate.mutate()).rejects.toMatchObject({
      data: { code: 'CONFLICT' },
    });
    const { quizId } = await admin.quiz.generate.mutate({ overwrite: true });
    expect(quizId).not.toBe(quiz.id);
    const { client } = await aReader();
    expect((await client.getQuiz({ params: { id: quiz.id } })).status).toBe(404);
    const overwritten = await admin.quiz.get.query({ id: quizId });
    expect(overwritten.quizDate).toBe(quiz.quizDate);
    expect(await admin.quiz.get.query({ id: earlier.id })).toEqual(earlier);
  });

  it('refuse to overwrite an attempted quiz', async () => {
    const quiz = await aQuiz();
    const { client } = await aReader();
    await client.submitQuiz({ body: { quizId: quiz.id, answers: answering(quiz, 0) } });
    const asked = room.model.requests.length;
    await expect(admin.quiz.generate.mutate({ overwrite: true })).rejects.toMatchObject({
      data: { code: 'CONFLICT', errorCode: 'quiz-attempted' },
    });
    expect(room.model.requests).toHaveLength(asked);
    expect((await admin.quiz.get.query({ id: quiz.id })).questions).toHaveLength(10);
    const { items } = await admin.quiz.list.query();
    expect(items[0]).toMatchObject({ id: quiz.id, attempts: 1 });
  });

  it('list the latest hundred, drafts and quizzes together', async () => {
    const old = sql`'2001-01-01'::date + n, 'Antigo', 'Antigo', '', ''`;
    const days = sql`generate_series(1, 100) n`;
    const head = sql`quiz_date, title, description, edition_id, edition_title`;
    await sql`insert into quizzes (${head}) select ${old} from ${days}`.execute(db);
    await sql`insert into quiz_drafts (${head}, questions) select ${old}, '[]' from ${days}`.execute(
      db,
    );
    const quiz = await aQuiz();
    clock.now = new Date(clock.now.getTime() + 86_400_000);
    const { quizId } = await admin.quiz.draft.mutate();
    const { items } = await admin.quiz.list.query();
    expect(items).toHaveLength(100);
    expect(items.slice(0, 2).map(({ id }) => id)).toEqual([quizId, quiz.id]);
    const latest = await db
      .selectFrom('quizzes')
      .select('created_at')
      .where('id', '=', quiz.id)
      .executeTakeFirstOrThrow();
    const metrics = await (await fetch(`${room.internalUrl}/metrics`)).text();
    const [, seconds] =
      /^quiz_last_created_timestamp_seconds(?:\{\S*\})? (\S+)/m.exec(metrics) ?? [];
    expect(Number(seconds)).toBe(latest.created_at.getTime() / 1_000);
  });
});

describe('the edition of a quiz', () => {
  const withEdition = (changes: Partial<(typeof room.newsletter.editions)[number]>) => {
    clock.now = new Date(clock.now.getTime() + 86_400_000);
    const { editions } = room.newsletter;
    const [template] = editions;
    if (!template) throw new Error('no edition');
    room.newsletter.editions = [{ ...template, ...changes }];
    onTestFinished(() => {
      room.newsletter.editions = editions;
    });
  };
  const generation = () => admin.quiz.generate.mutate();

  it('has at least 200 characters', async () => {
    withEdition({ html: `<p>${'x'.repeat(199)}</p>` });
    await expect(generation()).rejects.toThrow('no-edition-available');
    expect(room.logs).toContainEqual(
      expect.objectContaining({ level: 40, edition: room.newsletter.editions[0]?.id }),
    );
    withEdition({ html: `<p>${'x'.repeat(200)}</p>` });
    expect(await generation()).toEqual({ quizId: expect.any(String) });
  });

  it('is stored by its title without zeros; all of it ends after two minutes, or when the caller leaves', async () => {
    withEdition({ title: 'Ju\u0000ros' });
    const quiz = {
      title: 'Quiz',
      description: 'Um quiz.',
      questions: Array.from({ length: 10 }, (_, index) => ({
        question: `Pergunta ${index}?`,
        options: ['um', 'dois', 'três', 'quatro'],
        correctAnswer: 'um',
        explanation: 'Porque sim.',
      })),
    };
    const [leave, deadline] = [new AbortController(), new AbortController()];
    const limits = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((ms) =>
        ms === 120_000 ? deadline.signal : new AbortController().signal,
      );
    onTestFinished(() => limits.mockRestore());
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
      expect(await composeQuiz(ctx, { signal: caller.signal })).toMatchObject({
        editionTitle: 'Juros',
        quizDate: clock.now.toISOString().slice(0, 10),
      });
    }
  });
});

describe('the daily quiz job', () => {
  it('can be run by hand and reports its last success', async () => {
    clock.now = new Date(clock.now.getTime() + 86_400_000);
    const record = await admin.jobs.run.mutate({ name: 'daily-quiz' });
    expect(record).toMatchObject({ outcome: 'succeeded' });
    const { items: jobs } = await admin.jobs.list.query();
    const job = jobs.find(({ name }) => name === 'daily-quiz');
    expect(job).toMatchObject({ schedule: '0 12 * * *', lastRun: { outcome: 'succeeded' } });
    const { items } = await admin.quiz.list.query();
    expect(items[0]?.quizDate).toBe(clock.now.toISOString().slice(0, 10));
    const metrics = await (await fetch(`${room.internalUrl}/metrics`)).text();
    expect(metrics).toMatch(/^job_last_success_timestamp_seconds\{job_name="daily-quiz"\} \d{10}/m);
  });
});
