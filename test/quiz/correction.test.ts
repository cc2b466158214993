import { afterAll, describe, expect, it } from 'vitest';
import { answering, openQuizRoom } from './quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());

describe('quiz.correct', () => {
  it('adds a point to an attempt that had passed, without another credit or event', async () => {
    const { id } = await room.admin.webhooks.create.mutate({
      url: 'https://exemplo.com.br/eventos',
      events: ['streak.recovered'],
    });
    const recovered = async () =>
      (await room.admin.webhooks.deliveries.query({ id })).items.map(({ type }) => type);
    const quiz = await room.aQuiz();
    const [first] = quiz.questions;
    const wrong = first?.options.find((option) => option !== first.correctAnswer) ?? '';
    const { client, email } = await room.aReader();
    // Six right, and on the first question the answer that will be the correct one.
    const answers = answering(quiz, 7).map((given, index) =>
      index === 0 ? { ...given, answer: wrong } : given,
    );
    const attempt = await client.submitQuiz({ body: { quizId: quiz.id, answers } });
    expect(attempt.body).toMatchObject({ data: { correctAnswers: 6, passed: true } });
    expect(await recovered()).toEqual(['streak.recovered']);
    // The reader comes back later on the same day.
    room.clock.now = new Date(room.clock.now.getTime() + 60_000);
    await client.recordMyReading({ body: {} });
    const streak = await room.streakOf(email);

    expect(
      await room.admin.quiz.correct.mutate({
        id: quiz.id,
        questionId: first?.id ?? '',
        correctAnswer: wrong,
      }),
    ).toEqual({ regraded: 1, passed: 0 });
    const { body } = await client.getQuizResult({ params: { id: quiz.id } });
    expect(body).toMatchObject({ data: { correctAnswers: 7, passed: true } });
    expect(await room.streakOf(email)).toEqual(streak);
    expect(await recovered()).toEqual(['streak.recovered']);
  });

  it('counts as activity at the moment of the attempt, also late on the day of the quiz', async () => {
    const quiz = await room.aQuiz();
    const [first] = quiz.questions;
    const wrong = first?.options.find((option) => option !== first.correctAnswer) ?? '';
    // After 21:00 in São Paulo, when it is the next day in UTC.
    const attemptedAt = new Date(`${quiz.quizDate}T22:15:00-03:00`);
    room.clock.now = attemptedAt;
    const { client, email } = await room.aReader();
    const answers = answering(quiz, 6).map((given, index) =>
      index === 0 ? { ...given, answer: wrong } : given,
    );
    const attempt = await client.submitQuiz({ body: { quizId: quiz.id, answers } });
    expect(attempt.body).toMatchObject({ data: { correctAnswers: 5, passed: false } });
    const correction = { id: quiz.id, questionId: first?.id ?? '', correctAnswer: wrong };
    expect(await room.admin.quiz.correct.mutate(correction)).toEqual({ regraded: 1, passed: 1 });
    expect(await room.streakOf(email)).toMatchObject({
      currentStreak: 1,
      lastInteractionAt: attemptedAt,
    });
  });
});
