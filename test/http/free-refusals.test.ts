import { afterAll, describe, expect, it } from 'vitest';
import { openQuizRoom } from '../quiz/quiz-fixtures.ts';

const room = await openQuizRoom({ RATE_LIMIT: 'on', QUIZ_GENERATE_AUTH: 'admin' });
afterAll(() => room.close());

/** Generates a quiz as an administrator of its own budget. */
const aGenerator = async () => {
  const client = await room.client({ role: 'admin' });
  return async () => (await client.generateQuiz()).status;
};
const nextDay = () => {
  room.clock.now = new Date(room.clock.now.getTime() + 86_400_000);
};

describe('the budget of a class in which refusals are free', () => {
  it('is not used up by refusals', async () => {
    nextDay();
    const generate = await aGenerator();
    expect(await generate()).toBe(201);
    for (let refused = 0; refused < 5; refused += 1) expect(await generate()).toBe(409);
    nextDay();
    expect(await generate()).toBe(201);
    nextDay();
    expect(await generate()).toBe(201);
    expect(await generate()).toBe(429);
  });

  it('is used up by failures, which have done the work', async () => {
    nextDay();
    const generate = await aGenerator();
    for (let failed = 0; failed < 3; failed += 1) {
      room.newsletter.next('wrong-shape');
      expect(await generate()).toBe(502);
    }
    expect(await generate()).toBe(429);
  });
});
