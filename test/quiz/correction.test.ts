import { afterAll, describe, expect, it } from 'vitest';
import { type AnsweredQuiz, answering, openQuizRoom, refusal } from './quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());
const { actsOn, admin, aQuiz, aReader, clock, db, streakOf } = room;

/** A quiz, its first question, and the question's wrong options. */
const aFaultyQuiz = async () => {
  const quiz = await aQuiz();
  const [first] = quiz.questions;
  if (!first) throw new Error('no question');
  const [other = '', ...wrong] = first.options.filter((option) => option !== first.correctAnswer);
  const question = { id: quiz.id, questionId: first.id };
  return { quiz, question, key: first.correctAnswer, other, wrong };
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

describe('quiz.correct', () => {
  it('regrades attempts in the reader’s favour only, and counts every former answer', async () => {
    const { quiz, question, key, other, wrong } = await aFaultyQuiz();
    const [third = '', never = ''] = wrong;
    const [gains, keeps] = [await aReader(), await aReader()];
    await submit(gains, quiz.id, answersOf(quiz, other, 5));
    await submit(keeps, quiz.id, answering(quiz, 6));
    const correction = { ...question, correctAnswer: other, explanation: 'Corrigido.' };
    expect(await admin.quiz.correct.mutate(correction)).toEqual({
      regraded: 1,
      passed: 1,
      days: 1,
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
    expect(kept.details.map(({ fieldId }) => fieldId)).toEqual(quiz.questions.map(({ id }) => id));
    const again = await admin.quiz.correct.mutate({ ...question, correctAnswer: third });
    expect(again).toEqual({ regraded: 0, passed: 0, days: 0 });
    // This process had read the quiz with its first answer.
    for (const [answer, correctAnswers] of [
      [key, 6],
      [other, 6],
      [third, 6],
      [never, 5],
    ] as const) {
      const body = await submit(await aReader(), quiz.id, answersOf(quiz, answer, 5));
      expect(body).toMatchObject({ data: { correctAnswers } });
    }
    expect((await actsOn(quiz.id))[1]).toEqual([
      'quiz.correct',
      { field: 'question', after: 1 },
      { field: 'regraded', after: 1 },
    ]);
  });

  it('is refused if a dry run counted other attempts, but for a tenth', async () => {
    const { quiz, question, other } = await aFaultyQuiz();
    const gains = await aReader();
    await submit(gains, quiz.id, answersOf(quiz, other, 5));
    const correction = { ...question, correctAnswer: other };
    const counted = await admin.quiz.correct.mutate({ ...correction, dryRun: true });
    expect(counted).toEqual({ regraded: 1, passed: 1, days: 1 });
    for (const expected of [0, 2]) {
      await expect(admin.quiz.correct.mutate({ ...correction, expected })).rejects.toMatchObject(
        refusal('correction-outdated', '1'),
      );
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

  it('passes an attempt by the minimum of its quiz', async () => {
    const { quiz, question, other } = await aFaultyQuiz();
    await db
      .updateTable('quizzes')
      .set({ min_correct_answers: 8 })
      .where('id', '=', quiz.id)
      .execute();
    const [passes, fails] = [await aReader(), await aReader()];
    await submit(passes, quiz.id, answersOf(quiz, other, 7));
    await submit(fails, quiz.id, answersOf(quiz, other, 6));
    const correction = { ...question, correctAnswer: other };
    expect(await admin.quiz.correct.mutate(correction)).toEqual({
      regraded: 2,
      passed: 1,
      days: 1,
    });
    expect(await resultOf(passes, quiz.id)).toMatchObject({ passed: true, minRequired: 8 });
    expect(await resultOf(fails, quiz.id)).toMatchObject({ passed: false, correctAnswers: 7 });
  });

  it('changes the texts that it names alone, as one line, and regrades nothing', async () => {
    const { quiz, question, key } = await aFaultyQuiz();
    const none = { regraded: 0, passed: 0, days: 0 };
    const asked = { ...question, question: ' Quem\n decide? ' };
    expect(await admin.quiz.correct.mutate(asked)).toEqual(none);
    const same = { ...question, explanation: ' Porque\n sim. ', correctAnswer: key };
    expect(await admin.quiz.correct.mutate(same)).toEqual(none);
    const [first, ...rest] = quiz.questions;
    const corrected = { ...first, question: 'Quem decide?', explanation: 'Porque sim.' };
    expect((await room.get(quiz.id)).questions).toEqual([corrected, ...rest]);
  });

  it('publishes that a streak is recovered once an attempt, about the day of the quiz', async () => {
    await admin.webhooks.create.mutate({
      url: 'https://exemplo.com.br/eventos',
      events: ['streak.recovered'],
    });
    const { quiz, question, other } = await aFaultyQuiz();
    const [passed, gains] = [await aReader(), await aReader()];
    await submit(passed, quiz.id, answersOf(quiz, other, 6));
    await aQuiz();
    await submit(gains, quiz.id, answersOf(quiz, other, 5));
    const correction = { ...question, correctAnswer: other };
    expect(await admin.quiz.correct.mutate(correction)).toEqual({
      regraded: 2,
      passed: 1,
      days: 1,
    });
    expect(await resultOf(passed, quiz.id)).toMatchObject({ correctAnswers: 7 });
    const events = await db
      .selectFrom('webhook_deliveries')
      .select(['email', 'data'])
      .orderBy('id')
      .execute();
    const data = { quizId: quiz.id, quizDate: quiz.quizDate };
    expect(events).toEqual([passed, gains].map(({ email }) => ({ email, data })));
    expect(await streakOf(gains.email)).toMatchObject({
      lastInteractionAt: new Date(`${quiz.quizDate}T15:00:00Z`),
    });
    expect(await streakOf(passed.email)).not.toMatchObject({ lastInteractionAt: clock.now });
  });

  it('refuses drafts, unknown questions and answers that are no option', async () => {
    const draft = await room.aDraft();
    const [first] = draft.questions;
    const { id } = draft;
    const questionId = first?.id ?? '';
    const correct = (change: object) =>
      expect(admin.quiz.correct.mutate({ id, questionId, ...change })).rejects;
    await correct({ question: 'x?' }).toMatchObject(refusal('quiz-not-published'));
    await admin.quiz.publish.mutate({ id });
    for (const wrong of [
      { questionId: crypto.randomUUID(), question: 'x?' },
      { correctAnswer: 'nenhuma' },
      { correctAnswer: ` ${first?.options[0]} ` },
      { question: '<b>x</b>' },
    ]) {
      await correct(wrong).toMatchObject({ data: { code: 'BAD_REQUEST' } });
    }
  });
});
