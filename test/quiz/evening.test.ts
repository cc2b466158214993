import { afterAll, expect, it } from 'vitest';
import { openQuizRoom, refusal } from './quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());

it('a quiz is of its day in São Paulo, from midnight to midnight there', async () => {
  const { client } = await room.aReader();
  const generatedAt = async (moment: string) => {
    room.clock.now = new Date(moment);
    const { quizId } = await room.admin.quiz.generate.mutate();
    return (await room.get(quizId)).quizDate;
  };
  const todayAt = async (moment: string) => {
    room.clock.now = new Date(moment);
    const { status, body } = await client.getTodaysQuiz();
    return status === 200 ? body.data.quizDate : status;
  };
  expect(await generatedAt('2026-07-02T00:30:00Z')).toBe('2026-07-01');
  await expect(generatedAt('2026-07-02T02:59:59Z')).rejects.toMatchObject(
    refusal('quiz-already-generated'),
  );
  expect(await todayAt('2026-07-02T02:59:59Z')).toBe('2026-07-01');
  expect(await todayAt('2026-07-02T03:00:00Z')).toBe(404);
  expect(await generatedAt('2026-07-02T03:00:01Z')).toBe('2026-07-02');
});
