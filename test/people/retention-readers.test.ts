import { expect, it, onTestFinished } from 'vitest';
import { addDays } from '../../server/core/civil-time.ts';
import { answering, openQuizRoom } from '../quiz/quiz-fixtures.ts';

it('a quiz is closed once the retention may remove attempts at it', async () => {
  const room = await openQuizRoom({ RETENTION_ATTEMPTS_DAYS: '20' });
  onTestFinished(() => room.close());
  const { admin, aReader, clock, streakOf } = room;
  const [first, last, late] = [await aReader(), await aReader(), await aReader()];
  const quiz = await room.aQuiz();
  const submit = async ({ client }: typeof first) =>
    (await client.submitQuiz({ body: { quizId: quiz.id, answers: answering(quiz, 10) } })).status;
  const fetchQuiz = async ({ client }: typeof first) =>
    (await client.getQuiz({ params: { id: quiz.id } })).status;
  expect(await submit(first)).toBe(200);
  const attempts = async () =>
    (await admin.people.export.mutate({ email: first.email })).records['quiz-attempts'];
  expect(await attempts()).toMatchObject([{ quizId: quiz.id, correctAnswers: 10, passed: true }]);
  clock.now = new Date(`${addDays(quiz.quizDate, 19)}T23:59:59-03:00`);
  expect([await fetchQuiz(last), await submit(last)]).toEqual([200, 200]);
  await admin.jobs.run.mutate({ name: 'retention' });
  expect(await attempts()).toHaveLength(1);
  clock.now = new Date(`${addDays(quiz.quizDate, 20)}T00:00:00-03:00`);
  expect([await fetchQuiz(late), await submit(late)]).toEqual([404, 404]);
  clock.now = new Date(`${addDays(quiz.quizDate, 21)}T03:30:00-03:00`);
  await admin.jobs.run.mutate({ name: 'retention' });
  expect(await attempts()).toEqual([]);
  expect(await submit(first)).toBe(404);
  expect(await streakOf(late.email)).toBeUndefined();
});
