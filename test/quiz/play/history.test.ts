import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { answering, openQuizRoom } from '../quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());
const { aQuiz, aReader, clock } = room;

/** Gives the clock back its present moment when the test ends. */
const restoreClock = () => {
  const before = clock.now;
  onTestFinished(() => {
    clock.now = before;
  });
  return before;
};

describe('GET /quiz/today', () => {
  it('returns the quiz without answers while open, and the result once attempted', async () => {
    const quiz = await aQuiz();
    const { client } = await aReader();
    const open = await client.getTodaysQuiz();
    expect(open.status).toBe(200);
    expect(open.body).toMatchObject({
      data: { id: quiz.id, status: 'open', quizDate: quiz.quizDate },
    });
    expect(JSON.stringify(open.body)).not.toMatch(/correctAnswer"|explanation/);
    const { body } = await client.submitQuiz({
      body: { quizId: quiz.id, answers: answering(quiz, 7) },
    });
    const attempted = await client.getTodaysQuiz();
    expect(attempted.body).toMatchObject({
      data: { id: quiz.id, status: 'attempted', result: 'data' in body && body.data },
    });
  });

  it('is 404 before the quiz is there, with the seconds until noon in Retry-After', async () => {
    await aQuiz();
    const { client } = await aReader();
    const before = restoreClock();
    clock.now = new Date(
      `${new Date(before.getTime() + 86_400_000).toISOString().slice(0, 10)}T14:00:00Z`,
    );
    expect((await client.getTodaysQuiz()).status).toBe(404);
    const retryAfterAt = async (time: string) => {
      clock.now = new Date(`${clock.now.toISOString().slice(0, 10)}T${time}Z`);
      return (await client.getTodaysQuiz()).headers.get('retry-after');
    };
    expect(await retryAfterAt('14:00:00')).toBe('3600');
    expect(await retryAfterAt('14:59:59.500')).toBe('1');
    expect(await retryAfterAt('15:00:00')).toBe('300');
    expect(await retryAfterAt('17:00:00')).toBe('300');
  });
});

describe('GET /quiz/{id}/result', () => {
  it('returns the result of the own attempt only', async () => {
    const quiz = await aQuiz();
    const { client } = await aReader();
    const other = await aReader();
    const { body } = await client.submitQuiz({
      body: { quizId: quiz.id, answers: answering(quiz, 3).slice(0, 4) },
    });
    // Another quiz of the same reader.
    const next = await aQuiz();
    await client.submitQuiz({ body: { quizId: next.id, answers: answering(next, 9) } });
    const resultOf = async (id: string, reader = client) => {
      const result = await reader.getQuizResult({ params: { id } });
      return result.status === 200 ? result.body : result.status;
    };
    expect(body).toMatchObject((await resultOf(quiz.id)) as object);
    expect(await resultOf(next.id)).toMatchObject({ data: { correctAnswers: 9 } });
    expect(await resultOf(quiz.id.toUpperCase())).toEqual(await resultOf(quiz.id));
    expect(await resultOf(quiz.id, other.client)).toBe(404);
    expect(await resultOf('nenhum')).toBe(404);
  });
});

describe('GET /quiz/history', () => {
  it('lists the own attempts, latest quiz first, a page at a time', async () => {
    const { client } = await aReader();
    const attempts = [];
    for (const right of [10, 2, 6]) {
      const quiz = await aQuiz();
      await aQuiz();
      const answers = answering(quiz, right).slice(0, Math.max(right, 3));
      await client.submitQuiz({ body: { quizId: quiz.id, answers } });
      attempts.unshift({
        quizId: quiz.id,
        quizDate: quiz.quizDate,
        title: quiz.title,
        correctAnswers: right,
        totalQuestions: 10,
        passed: right >= 6,
        attemptedAt: clock.now.toISOString(),
      });
    }
    const page = async (cursor?: string) => {
      const { status, body } = await client.listQuizHistory({ query: { limit: '2', cursor } });
      if (status !== 200) throw new Error(`status ${status}`);
      return body.data;
    };
    const first = await page();
    const second = await page(first.nextCursor ?? '');
    expect(first.items).toEqual(attempts.slice(0, 2));
    expect(second).toEqual({ items: attempts.slice(2), nextCursor: null });
  });
});
