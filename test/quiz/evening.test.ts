import { afterAll, describe, expect, it } from 'vitest';
import { openQuizRoom } from './quiz-fixtures.ts';

// In São Paulo (UTC−3) it is another day than in UTC from 21:00 on.

const room = await openQuizRoom();
afterAll(() => room.close());
const { admin, clock } = room;

const generatedAt = async (moment: string) => {
  clock.now = new Date(moment);
  const { quizId } = await admin.quiz.generate.mutate();
  return (await admin.quiz.get.query({ id: quizId })).quizDate;
};

describe("a quiz's date", () => {
  it.each([
    ['2026-06-02T00:30:00Z', '2026-06-01'],
    ['2026-06-03T02:59:59Z', '2026-06-02'],
    ['2026-06-03T03:00:00Z', '2026-06-03'],
    ['2027-01-01T02:59:30Z', '2026-12-31'],
    ['2028-03-01T01:00:00Z', '2028-02-29'],
  ])('at %s is %s in São Paulo', async (moment, date) => {
    expect(await generatedAt(moment)).toBe(date);
  });

  it('makes a second quiz of one evening a conflict, and one of the next day not', async () => {
    await generatedAt('2026-07-01T23:59:00Z');
    await expect(generatedAt('2026-07-02T02:59:59Z')).rejects.toMatchObject({
      data: { errorCode: 'quiz-already-generated' },
    });
    expect(await generatedAt('2026-07-02T03:00:01Z')).toBe('2026-07-02');
  });
});

describe("today's quiz", () => {
  it('is there until midnight in São Paulo, and gone then', async () => {
    await generatedAt('2026-09-01T15:00:00Z');
    const { client } = await room.aReader();
    const todayAt = async (moment: string) => {
      clock.now = new Date(moment);
      const { status, body } = await client.getTodaysQuiz();
      return status === 200 ? body.data.quizDate : status;
    };
    expect(await todayAt('2026-09-01T23:59:59Z')).toBe('2026-09-01');
    expect(await todayAt('2026-09-02T00:00:00Z')).toBe('2026-09-01');
    expect(await todayAt('2026-09-02T02:59:59Z')).toBe('2026-09-01');
    expect(await todayAt('2026-09-02T03:00:00Z')).toBe(404);
  });
});
