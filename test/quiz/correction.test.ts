import { afterAll, describe, expect, it } from 'vitest';
import { type AnsweredQuiz, answering, openQuizRoom } from './quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());
const { admin, aQuiz, aReader, clock, db, streakOf } = room;

/** A quiz, its first question, and the question's wrong options. */
const aFaultyQuiz = async () => {
  const quiz = await aQuiz();
  const [first] = quiz.questions;
  if (!first) throw new Error('no question');
  const wrong = first.options.filter((option) => option !== first.correctAnswer);
  return { quiz, questionId: first.id, key: first.correctAnswer, wrong };
};
/** The first question answered so, and `right` of the others right. */
const answersOf = (quiz: AnsweredQuiz, answer: string, right: number) =>
  answering(quiz, right + 1).map((given, index) => (index === 0 ? { ...given, answer } : given));
type Reader = Awaited<ReturnType<typeof aReader>>;
const submit = async ({ client }: Reader, quizId: string, answers: ReturnType<typeof answering>) =>
  (await client.submitQuiz({ body: { quizId, answers } })).body;
const resultOf = async ({ client }: Reader, id: string) => {
  const { body, status } = await client.getQuizResult({ params: { id } });
  if (status !== 200) throw new Error(`status ${status}`);
  return body.data;
};
const recoveredAt = (quizId: string) =>
  db
    .selectFrom('webhook_deliveries')
    .select(['type', 'email', 'data'])
    .where('data', '@>', { quizId })
    .orderBy('id')
    .execute();
await admin.webhooks.create.mutate({
  url: 'https://exemplo.com.br/eventos',
  events: ['streak.recovered'],
});

describe('quiz.correct', () => {
  it('regrades attempts in the reader’s favour only, and counts the former answer', async () => {
    const { quiz, questionId, key, wrong } = await aFaultyQuiz();
    const [other = ''] = wrong;
    const [gains, keeps, late] = [await aReader(), await aReader(), await aReader()];
    const missing = answersOf(quiz, other, 5);
    expect(await submit(gains, quiz.id, missing)).toMatchObject({
      data: { correctAnswers: 5, passed: false },
    });
    await submit(keeps, quiz.id, answering(quiz, 6));
    const correction = { id: quiz.id, questionId, correctAnswer: other };
    expect(await admin.quiz.correct.mutate({ ...correction, explanation: 'Corrigido.' })).toEqual({
      regraded: 1,
      passed: 1,
    });
    expect(await resultOf(gains, quiz.id)).toMatchObject({ correctAnswers: 6, passed: true });
    expect(await streakOf(gains.email)).toMatchObject({ currentStreak: 1 });
    const kept = await resultOf(keeps, quiz.id);
    expect(kept).toMatchObject({ correctAnswers: 6, passed: true });
    expect(kept.details[0]).toMatchObject({
      userAnswer: key,
      correctAnswer: other,
      isCorrect: true,
      explanation: 'Corrigido.',
    });
    // The questions stay in their order.
    expect(kept.details.map(({ fieldId }) => fieldId)).toEqual(quiz.questions.map(({ id }) => id));
    // Graded by the correction although this process knew the old key.
    expect(await submit(late, quiz.id, missing)).toMatchObject({
      data: { correctAnswers: 6, passed: true },
    });

    // Back again: nobody loses, nobody gains twice.
    expect(await admin.quiz.correct.mutate({ ...correction, correctAnswer: key })).toEqual({
      regraded: 0,
      passed: 0,
    });
    expect(await resultOf(gains, quiz.id)).toMatchObject({
      correctAnswers: 6,
      details: [{ isCorrect: true, correctAnswer: key }, {}, {}, {}, {}, {}, {}, {}, {}, {}],
    });
  });

  it('is refused if a dry run counted other attempts, but for a tenth', async () => {
    const { quiz, questionId, wrong } = await aFaultyQuiz();
    const [other = ''] = wrong;
    const gains = await aReader();
    await submit(gains, quiz.id, answersOf(quiz, other, 5));
    const correction = { id: quiz.id, questionId, correctAnswer: other };
    const counted = await admin.quiz.correct.mutate({ ...correction, dryRun: true });
    expect(counted).toEqual({ regraded: 1, passed: 1 });
    for (const expected of [0, 2]) {
      await expect(admin.quiz.correct.mutate({ ...correction, expected })).rejects.toMatchObject({
        message: `1 attempts would be regraded, not ${expected}`,
        data: { code: 'CONFLICT', errorCode: 'correction-outdated', state: '1' },
      });
    }
    expect(await resultOf(gains, quiz.id)).toMatchObject({ correctAnswers: 5, passed: false });
    for (let more = 0; more < 10; more += 1) {
      await submit(await aReader(), quiz.id, answersOf(quiz, other, 5));
    }
    const more = admin.quiz.correct.mutate({ ...correction, expected: 13 });
    await expect(more).rejects.toMatchObject({ data: { state: '11' } });
    const { regraded } = await admin.quiz.correct.mutate({ ...correction, expected: 10 });
    expect(regraded).toBe(11);
  });

  it('counts every answer that was the correct one, in a fetched result and in a new attempt', async () => {
    const { quiz, questionId, key, wrong } = await aFaultyQuiz();
    const [second = '', third = '', never = ''] = wrong;
    const early = await aReader();
    await submit(early, quiz.id, answersOf(quiz, key, 2));
    for (const correctAnswer of [second, third]) {
      await admin.quiz.correct.mutate({ id: quiz.id, questionId, correctAnswer });
    }
    expect(await resultOf(early, quiz.id)).toMatchObject({
      correctAnswers: 3,
      details: [{ isCorrect: true, correctAnswer: third }, {}, {}, {}, {}, {}, {}, {}, {}, {}],
    });
    for (const [answer, correctAnswers] of [
      [key, 3],
      [second, 3],
      [third, 3],
      [never, 2],
    ] as const) {
      const body = await submit(await aReader(), quiz.id, answersOf(quiz, answer, 2));
      expect(body).toMatchObject({ data: { correctAnswers } });
    }
  });

  it('changes attempts at that quiz alone, and says how many gained and how many of them pass', async () => {
    const [before, { quiz, questionId, wrong }] = [await aQuiz(), await aFaultyQuiz()];
    const [other = '', another = ''] = wrong;
    const [passes, fails, had, misses] = [
      await aReader(),
      await aReader(),
      await aReader(),
      await aReader(),
    ];
    for (const reader of [passes, fails]) await submit(reader, before.id, answering(before, 5));
    await submit(passes, quiz.id, answersOf(quiz, other, 5));
    await submit(fails, quiz.id, answersOf(quiz, other, 4));
    await submit(had, quiz.id, answersOf(quiz, other, 6));
    await submit(misses, quiz.id, answersOf(quiz, another, 5));
    const correction = { id: quiz.id, questionId, correctAnswer: other };
    const counted = await admin.quiz.correct.mutate({ ...correction, dryRun: true });
    expect(counted).toEqual({ regraded: 3, passed: 1 });
    expect(await resultOf(passes, quiz.id)).toMatchObject({ correctAnswers: 5, passed: false });
    expect(await admin.quiz.correct.mutate(correction)).toEqual(counted);
    expect(await resultOf(passes, quiz.id)).toMatchObject({ correctAnswers: 6, passed: true });
    expect(await resultOf(fails, quiz.id)).toMatchObject({ correctAnswers: 5, passed: false });
    expect(await resultOf(had, quiz.id)).toMatchObject({ correctAnswers: 7, passed: true });
    expect(await resultOf(misses, quiz.id)).toMatchObject({ correctAnswers: 5, passed: false });
    for (const reader of [passes, fails]) {
      expect(await resultOf(reader, before.id)).toMatchObject({ correctAnswers: 5, passed: false });
    }
    expect(await streakOf(fails.email)).toBeUndefined();
    const { items } = await admin.audit.list.query({ target: `quiz:${quiz.id}` });
    expect(items.map(({ action, changes }) => ({ action, changes }))).toEqual([
      {
        action: 'quiz.correct',
        changes: [
          { field: 'question', after: 1 },
          { field: 'regraded', after: 3 },
        ],
      },
      { action: 'quiz.generate', changes: [{ field: 'quizDate', after: quiz.quizDate }] },
    ]);
  });

  it('passes an attempt by the minimum of its quiz', async () => {
    const { quiz, questionId, wrong } = await aFaultyQuiz();
    const [other = ''] = wrong;
    await db
      .updateTable('quizzes')
      .set({ min_correct_answers: 8 })
      .where('id', '=', quiz.id)
      .execute();
    const [passes, fails] = [await aReader(), await aReader()];
    expect((await passes.client.getTodaysQuiz()).body).toMatchObject({
      data: { minCorrectAnswers: 8 },
    });
    expect(await submit(passes, quiz.id, answersOf(quiz, other, 7))).toMatchObject({
      message: 'Você acertou 7 de 10. São necessários 8 acertos para recuperar a sequência.',
      data: { passed: false, minRequired: 8 },
    });
    await submit(fails, quiz.id, answersOf(quiz, other, 6));
    expect(
      await admin.quiz.correct.mutate({ id: quiz.id, questionId, correctAnswer: other }),
    ).toEqual({ regraded: 2, passed: 1 });
    expect(await resultOf(passes, quiz.id)).toMatchObject({ passed: true, minRequired: 8 });
    expect(await resultOf(fails, quiz.id)).toMatchObject({ passed: false, correctAnswers: 7 });
    const { items } = await admin.quiz.list.query();
    expect(items[0]).toMatchObject({ id: quiz.id, minCorrectAnswers: 8 });
  });

  it('changes the texts that it names alone, as one line, and regrades nothing', async () => {
    const { quiz, questionId, key, wrong } = await aFaultyQuiz();
    const reader = await aReader();
    await submit(reader, quiz.id, answersOf(quiz, wrong[0] ?? '', 5));
    const correct = (texts: object) =>
      admin.quiz.correct.mutate({ id: quiz.id, questionId, ...texts });
    const none = { regraded: 0, passed: 0 };
    expect(await correct({ question: ' Quem\n decide? ' })).toEqual(none);
    const [first, ...rest] = quiz.questions;
    const asked = { ...first, question: 'Quem decide?' };
    expect((await admin.quiz.get.query({ id: quiz.id })).questions).toEqual([asked, ...rest]);
    // The same answer again is no correction of it.
    expect(await correct({ explanation: ' Porque\n sim. ', correctAnswer: key })).toEqual(none);
    expect((await admin.quiz.get.query({ id: quiz.id })).questions).toEqual([
      { ...asked, explanation: 'Porque sim.', formerAnswers: [] },
      ...rest,
    ]);
    expect(await resultOf(reader, quiz.id)).toMatchObject({ correctAnswers: 5 });
  });

  it('adds a point to an attempt that had passed, without another credit or event', async () => {
    const { quiz, questionId, wrong } = await aFaultyQuiz();
    const [other = ''] = wrong;
    const reader = await aReader();
    expect(await submit(reader, quiz.id, answersOf(quiz, other, 6))).toMatchObject({
      data: { correctAnswers: 6, passed: true },
    });
    expect(await recoveredAt(quiz.id)).toHaveLength(1);
    // The reader comes back later on the same day.
    clock.now = new Date(clock.now.getTime() + 60_000);
    await reader.client.recordMyReading({ body: {} });
    const streak = await streakOf(reader.email);

    expect(
      await admin.quiz.correct.mutate({ id: quiz.id, questionId, correctAnswer: other }),
    ).toEqual({ regraded: 1, passed: 0 });
    expect(await resultOf(reader, quiz.id)).toMatchObject({ correctAnswers: 7, passed: true });
    expect(await streakOf(reader.email)).toEqual(streak);
    expect(await recoveredAt(quiz.id)).toHaveLength(1);
  });

  it('counts as activity at the moment of the attempt, also late on the day of the quiz', async () => {
    const { quiz, questionId, wrong } = await aFaultyQuiz();
    const [other = ''] = wrong;
    // After 21:00 in São Paulo, when it is the next day in UTC.
    const attemptedAt = new Date(`${quiz.quizDate}T22:15:00-03:00`);
    clock.now = attemptedAt;
    const reader = await aReader();
    expect(await submit(reader, quiz.id, answersOf(quiz, other, 5))).toMatchObject({
      data: { correctAnswers: 5, passed: false },
    });
    clock.now = new Date(attemptedAt.getTime() + 3_600_000);
    const correction = { id: quiz.id, questionId, correctAnswer: other };
    expect(await admin.quiz.correct.mutate(correction)).toEqual({ regraded: 1, passed: 1 });
    expect(await streakOf(reader.email)).toMatchObject({
      currentStreak: 1,
      lastInteractionAt: attemptedAt,
    });
  });

  it('of an attempt of a later day credits the quiz’s day at noon, with an event about the quiz', async () => {
    const { quiz, questionId, wrong } = await aFaultyQuiz();
    const [other = ''] = wrong;
    await aQuiz();
    await aQuiz();
    const reader = await aReader();
    await submit(reader, quiz.id, answersOf(quiz, other, 5));
    await admin.quiz.correct.mutate({ id: quiz.id, questionId, correctAnswer: other });
    expect(await streakOf(reader.email)).toMatchObject({
      lastInteractionAt: new Date(`${quiz.quizDate}T15:00:00Z`),
    });
    const [recovered] = await recoveredAt(quiz.id);
    expect(recovered).toEqual({
      type: 'streak.recovered',
      email: reader.email,
      data: { quizId: quiz.id, quizDate: quiz.quizDate },
    });
  });
});
