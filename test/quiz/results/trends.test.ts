import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { getQuizTrends } from '../../../server/quiz/results/trends.ts';
import { listQuizzes } from '../../../server/quiz/service.ts';
import { answering, openQuizRoom } from '../quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());
const { admin, aQuiz, aReader } = room;

describe('quiz.trends', () => {
  it('has the quizzes of the range by day, each with its hardest question, the first of several', async () => {
    await aQuiz();
    const [answered, untouched] = [await aQuiz(), await aQuiz()];
    await aQuiz();
    for (const right of [3, 5, 10]) {
      const { client } = await aReader();
      const body = { quizId: answered.id, answers: answering(answered, right) };
      expect((await client.submitQuiz({ body })).status).toBe(200);
    }
    await admin.quiz.unpublish.mutate({ id: untouched.id, reason: 'engano' });
    const range = { from: answered.quizDate, to: untouched.quizDate };
    expect(await admin.quiz.trends.query(range)).toMatchObject({
      days: [
        {
          id: answered.id,
          status: 'published',
          attempts: 3,
          passed: 1,
          averageCorrect: 6,
          hardest: { question: answered.questions[5]?.question, correctRate: 1 / 3 },
        },
        { id: untouched.id, status: 'unpublished', averageCorrect: 0, hardest: null },
      ],
    });
  });

  it('takes a range of a day to 366 days', async () => {
    const { quizDate: to } = await aQuiz();
    const daysBefore = (days: number) =>
      new Date(Date.parse(to) - days * 86_400_000).toISOString().slice(0, 10);
    for (const from of [daysBefore(-1), daysBefore(366)]) {
      await expect(admin.quiz.trends.query({ from, to })).rejects.toMatchObject({
        data: { code: 'BAD_REQUEST' },
      });
    }
    const { days } = await admin.quiz.trends.query({ from: daysBefore(365), to });
    expect(days.at(-1)?.quizDate).toBe(to);
  });

  it('is unavailable when counting takes too long; quiz.list then has no figures', async () => {
    const { id, quizDate } = await aQuiz();
    const ctx = room.service.contextFor('test');
    const clock = vi.spyOn(performance, 'now');
    onTestFinished(() => clock.mockRestore());
    let ms = performance.now();
    clock.mockImplementation(() => {
      ms += 3_000;
      return ms;
    });
    const range = { from: quizDate, to: quizDate };
    await expect(getQuizTrends(ctx, range)).rejects.toMatchObject({ code: 'unavailable' });
    const quiz = (await listQuizzes(ctx)).find((one) => one.id === id);
    expect(quiz).toMatchObject({ attempts: null });
  });
});
