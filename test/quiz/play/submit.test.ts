import { afterAll, describe, expect, it } from 'vitest';
import { errorCode } from '../../public-client.ts';
import { answering, openQuizRoom } from '../quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());
const { clock, aQuiz, aReader, streakOf } = room;

const swapCase = (text: string) =>
  text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();

describe('POST /quiz/submit', () => {
  it('recovers the streak for the quiz date when the quiz is passed', async () => {
    const quiz = await aQuiz();
    const { client, email } = await aReader();
    // Past midnight in São Paulo: the credited day is still the quiz's.
    const generatedAt = clock.now;
    clock.now = new Date(generatedAt.getTime() + 6 * 3_600_000);
    const { status, body } = await client.submitQuiz({
      body: { quizId: quiz.id, answers: answering(quiz, 6) },
    });
    clock.now = generatedAt;
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: expect.stringMatching(/6 de 10.*recuperada/),
      data: {
        totalQuestions: 10,
        correctAnswers: 6,
        passed: true,
        minRequired: 6,
        streakRecovered: true,
        details: quiz.questions.map((question, index) => ({
          fieldId: question.id,
          question: question.question,
          userAnswer: answering(quiz, 6)[index]?.answer,
          correctAnswer: question.correctAnswer,
          isCorrect: index < 6,
          explanation: question.explanation,
        })),
      },
    });
    // Noon of the quiz's day, because the reader was late.
    const lastInteractionAt = new Date(`${quiz.quizDate}T15:00:00Z`);
    expect(await streakOf(email)).toMatchObject({ currentStreak: 1, lastInteractionAt });
  });

  it('leaves the streak unchanged when the quiz is failed, and states the minimum', async () => {
    const quiz = await aQuiz();
    const { client, email } = await aReader();
    const { status, body } = await client.submitQuiz({
      body: { quizId: quiz.id, answers: answering(quiz, 5) },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      message: expect.stringMatching(/5 de 10.*6/),
      data: { correctAnswers: 5, passed: false, streakRecovered: false },
    });
    expect(await streakOf(email)).toBeUndefined();
  });

  it('counts a question without an answer as wrong', async () => {
    const quiz = await aQuiz();
    const { client } = await aReader();
    const answers = answering(quiz, 10).slice(0, 1);
    const { body } = await client.submitQuiz({ body: { quizId: quiz.id, answers } });
    expect(body).toMatchObject({ data: { correctAnswers: 1, totalQuestions: 10 } });
    expect('data' in body && body.data.details.map((detail) => detail.userAnswer)).toEqual([
      answers[0]?.answer,
      ...Array.from({ length: 9 }, () => ''),
    ]);
  });

  it('refuses a second attempt whatever its answers, and keeps the first', async () => {
    const quiz = await aQuiz();
    const { client, email } = await aReader();
    await client.submitQuiz({ body: { quizId: quiz.id, answers: answering(quiz, 0) } });
    for (const answers of [answering(quiz, 10), [], [{ fieldId: 'unknown', answer: 'sim' }]]) {
      const second = await client.submitQuiz({ body: { quizId: quiz.id, answers } });
      expect([second.status, errorCode(second)]).toEqual([403, 'quiz-already-attempted']);
    }
    expect(await streakOf(email)).toBeUndefined();
  });

  it('refuses invalid answers without using the attempt', async () => {
    const quiz = await aQuiz();
    const { client } = await aReader();
    const good = answering(quiz, 10);
    const first = good.find(({ answer }) => swapCase(answer) !== answer);
    if (!first) throw new Error('no answer has letters');
    const refused = [
      ['answers', []],
      ['answers.0.answer', [{ ...first, answer: swapCase(first.answer) }]],
      ['answers.0.answer', [{ ...first, answer: ` ${first.answer}` }]],
      ['answers.0.answer', [{ ...first, answer: '' }]],
      ['answers.0.fieldId', [{ ...first, fieldId: quiz.id }]],
      ['answers.10.fieldId', [...good, first]],
    ] as const;
    for (const [field, answers] of refused) {
      const body = { quizId: quiz.id, answers: [...answers] };
      const response = await client.submitQuiz({ body });
      expect([response.status, errorCode(response)]).toEqual([400, 'invalid-request']);
      expect(response.headers.get('x-error-field')).toBe(field);
    }
    const { status } = await client.submitQuiz({ body: { quizId: quiz.id, answers: good } });
    expect(status).toBe(200);
  });

  it('returns 404 for a quiz that does not exist', async () => {
    const { client } = await aReader();
    for (const quizId of ['3c1a8e0e-52c9-4f0b-9a55-1d0f5c0f8f11', 'hoje']) {
      expect((await client.submitQuiz({ body: { quizId, answers: [] } })).status).toBe(404);
      expect((await client.getQuiz({ params: { id: quizId } })).status).toBe(404);
    }
  });
});
