import { afterAll, describe, expect, it } from 'vitest';
import { answering, openQuizRoom } from './quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());
const { admin, aQuiz, aReader, clock, db } = room;

const statusOf = async (id: string) => (await admin.quiz.get.query({ id })).status;
type Reader = Awaited<ReturnType<typeof aReader>>;
const seenBy = async ({ client }: Reader, id: string) => [
  (await client.getTodaysQuiz()).status,
  (await client.getQuiz({ params: { id } })).status,
];
const reasonOf = (id: string) =>
  db
    .selectFrom('quizzes')
    .select(['unpublished_at as at', 'unpublished_reason as reason'])
    .where('id', '=', id)
    .executeTakeFirst();
const actsOn = async (id: string) => {
  const { items } = await admin.audit.list.query({ target: `quiz:${id}` });
  return items.map(({ action, changes }) => ({ action, changes })).slice(0, -1);
};

describe('quiz.unpublish', () => {
  it('takes a quiz away from readers, keeps results, and can be taken back', async () => {
    const earlier = await aQuiz();
    const quiz = await aQuiz();
    const [before, after] = [await aReader(), await aReader()];
    const body = { quizId: quiz.id, answers: answering(quiz, 7) };
    expect((await before.client.submitQuiz({ body })).status).toBe(200);
    const unpublication = { id: quiz.id, reason: 'edição retirada' };
    const counted = { records: [{ kind: 'attempts', count: 1 }], total: 1 };
    for (const dryRun of [undefined, false]) {
      expect(await admin.quiz.unpublish.mutate({ ...unpublication, dryRun })).toEqual({
        dryRun: true,
        ...counted,
      });
    }
    expect(await seenBy(after, quiz.id)).toEqual([200, 200]);
    await expect(
      admin.quiz.unpublish.mutate({ ...unpublication, expected: 2 }),
    ).rejects.toMatchObject({ data: { errorCode: 'correction-outdated', state: '1' } });
    expect(await admin.quiz.unpublish.mutate({ ...unpublication, expected: 1 })).toEqual({
      dryRun: false,
      ...counted,
    });
    expect(await seenBy(after, quiz.id)).toEqual([404, 404]);
    expect((await after.client.submitQuiz({ body })).status).toBe(404);
    expect(await statusOf(quiz.id)).toBe('unpublished');
    // By now this process has read the quiz as it is.
    expect((await after.client.submitQuiz({ body })).status).toBe(404);
    expect((await before.client.submitQuiz({ body })).status).toBe(404);
    expect((await before.client.getTodaysQuiz()).status).toBe(404);
    expect((await before.client.getQuizResult({ params: { id: quiz.id } })).body).toMatchObject({
      data: { correctAnswers: 7, passed: true },
    });
    expect((await before.client.listQuizHistory({ query: {} })).body).toMatchObject({
      data: { items: [{ quizId: quiz.id, correctAnswers: 7 }] },
    });
    expect((await after.client.getQuizResult({ params: { id: quiz.id } })).status).toBe(404);
    expect(await statusOf(earlier.id)).toBe('published');
    const { items } = await admin.quiz.list.query();
    const latest = items.slice(0, 2);
    expect(latest.map(({ id, status, attempts }) => ({ id, status, attempts }))).toEqual([
      { id: quiz.id, status: 'unpublished', attempts: 1 },
      { id: earlier.id, status: 'published', attempts: 0 },
    ]);
    await admin.quiz.publish.mutate({ id: quiz.id });
    expect(await seenBy(after, quiz.id)).toEqual([200, 200]);
    expect((await after.client.submitQuiz({ body })).status).toBe(200);
    expect((await before.client.submitQuiz({ body })).status).toBe(403);
  });

  it('stores the reason and the moment once, until the quiz is shown again', async () => {
    const quiz = await aQuiz();
    const at = clock.now;
    await admin.quiz.unpublish.mutate({ id: quiz.id, reason: 'edição retirada' });
    clock.now = new Date(at.getTime() + 60_000);
    const again = await admin.quiz.unpublish.mutate({ id: quiz.id, reason: 'outra vez' });
    expect(again).toMatchObject({ dryRun: false, total: 0 });
    expect(await reasonOf(quiz.id)).toEqual({ at, reason: 'edição retirada' });
    const hidden = {
      action: 'quiz.unpublish',
      changes: [{ field: 'reason', after: 'edição retirada' }],
    };
    expect(await actsOn(quiz.id)).toEqual([hidden]);
    expect(await admin.quiz.publish.mutate({ id: quiz.id })).toEqual({ quizId: quiz.id });
    expect(await reasonOf(quiz.id)).toEqual({ at: null, reason: null });
    expect(await actsOn(quiz.id)).toEqual([{ action: 'quiz.publish', changes: [] }, hidden]);
    await expect(admin.quiz.publish.mutate({ id: quiz.id })).rejects.toMatchObject({
      data: { errorCode: 'quiz-not-a-draft', state: 'published' },
    });
  });

  it('shows a quiz of an earlier day again, and publishes no second event', async () => {
    const { id: webhook } = await admin.webhooks.create.mutate({
      url: 'https://exemplo.com.br/eventos',
      events: ['quiz.published'],
    });
    const quiz = await aQuiz();
    await admin.quiz.unpublish.mutate({ id: quiz.id, reason: 'edição retirada' });
    const today = await aQuiz();
    await admin.quiz.publish.mutate({ id: quiz.id });
    const { client } = await aReader();
    expect((await client.getQuiz({ params: { id: quiz.id } })).status).toBe(200);
    expect((await client.getTodaysQuiz()).body).toMatchObject({ data: { id: today.id } });
    const { items } = await admin.webhooks.deliveries.query({ id: webhook });
    expect(items).toHaveLength(2);
  });

  it('leaves results that a later correction changes', async () => {
    const quiz = await aQuiz();
    const [first] = quiz.questions;
    const other = first?.options.find((option) => option !== first.correctAnswer) ?? '';
    const { client } = await aReader();
    const answers = answering(quiz, 6).map((given, index) =>
      index === 0 ? { ...given, answer: other } : given,
    );
    await client.submitQuiz({ body: { quizId: quiz.id, answers } });
    await admin.quiz.unpublish.mutate({
      id: quiz.id,
      reason: 'a resposta 1 está errada',
      expected: 1,
    });
    const correction = { id: quiz.id, questionId: first?.id ?? '', correctAnswer: other };
    expect(await admin.quiz.correct.mutate(correction)).toEqual({ regraded: 1, passed: 1 });
    const { body } = await client.getQuizResult({ params: { id: quiz.id } });
    expect(body).toMatchObject({
      data: {
        correctAnswers: 6,
        passed: true,
        details: [{ correctAnswer: other, isCorrect: true }, {}, {}, {}, {}, {}, {}, {}, {}, {}],
      },
    });
  });

  it('returns quiz-not-found for a quiz that is none', async () => {
    for (const id of ['hoje', crypto.randomUUID()]) {
      for (const call of [
        () => admin.quiz.unpublish.mutate({ id, reason: 'x' }),
        () => admin.quiz.publish.mutate({ id }),
        () => admin.quiz.hold.mutate({ id }),
        () => admin.quiz.edit.mutate({ id, title: 'x' }),
        () => admin.quiz.get.query({ id }),
        () => admin.quiz.correct.mutate({ id, questionId: id, question: 'x?' }),
      ]) {
        await expect(call()).rejects.toMatchObject({ data: { errorCode: 'quiz-not-found' } });
      }
    }
  });
});
