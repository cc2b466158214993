import { afterAll, describe, expect, it } from 'vitest';
import { answering, openQuizRoom } from './quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());
const { aQuiz, aReader, clock, streakOf } = room;

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
      data: { id: quiz.id, status: 'attempted', result: 'data' in body ? body.data : {} },
    });
    expect(attempted.body).not.toHaveProperty('data.questions');
  });

  it('is 404 before the quiz is there, with the seconds until noon in Retry-After', async () => {
    await aQuiz();
    const { client } = await aReader();
    const before = clock.now;
    clock.now = new Date(
      `${new Date(before.getTime() + 86_400_000).toISOString().slice(0, 10)}T14:00:00Z`,
    );
    const early = await client.getTodaysQuiz();
    expect([early.status, early.headers.get('retry-after')]).toEqual([404, '3600']);
    clock.now = new Date(clock.now.getTime() + 3 * 3_600_000);
    const late = await client.getTodaysQuiz();
    expect([late.status, late.headers.get('retry-after')]).toEqual([404, '300']);
    clock.now = before;
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
    const result = await client.getQuizResult({ params: { id: quiz.id } });
    expect([result.status, result.body]).toEqual([
      200,
      { success: true, data: 'data' in body && body.data },
    ]);
    expect((await other.client.getQuizResult({ params: { id: quiz.id } })).status).toBe(404);
    expect((await client.getQuizResult({ params: { id: 'nenhum' } })).status).toBe(404);
  });
});

describe('GET /quiz/history', () => {
  it('lists the own attempts, latest quiz first, a page at a time', async () => {
    const { client } = await aReader();
    const dates = [];
    for (const right of [10, 2, 6]) {
      const quiz = await aQuiz();
      await aQuiz();
      await client.submitQuiz({ body: { quizId: quiz.id, answers: answering(quiz, right) } });
      dates.unshift([quiz.quizDate, right, right >= 6]);
    }
    const page = async (cursor?: string) => {
      const { status, body } = await client.listQuizHistory({ query: { limit: '2', cursor } });
      if (status !== 200) throw new Error(`status ${status}`);
      return body.data;
    };
    const first = await page();
    const second = await page(first.nextCursor ?? '');
    expect(
      [...first.items, ...second.items].map((item) => [
        item.quizDate,
        item.correctAnswers,
        item.passed,
      ]),
    ).toEqual(dates);
    expect(first.items[0]).toMatchObject({ totalQuestions: 10, title: expect.any(String) });
    expect(second.nextCursor).toBeNull();
  });
});

describe('a quiz of an earlier day', () => {
  it('is graded and recovers its own date, and is not activity of today', async () => {
    const quiz = await aQuiz();
    await aQuiz();
    await aQuiz();
    const { client, email } = await aReader();
    await client.submitQuiz({ body: { quizId: quiz.id, answers: answering(quiz, 10) } });
    expect(await streakOf(email)).toMatchObject({
      currentStreak: 1,
      lastInteractionAt: new Date(`${quiz.quizDate}T15:00:00Z`),
    });
    expect((await client.getMyStreak()).body).toMatchObject({
      data: { status: 'broken', readToday: false },
    });
  });
});
