import { afterAll, describe, expect, it } from 'vitest';
import { answering, openQuizRoom } from '../quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());
const { admin, aQuiz, aReader, db } = room;

const attemptsOf = (email: string) =>
  db.selectFrom('quiz_attempts').select('quiz_id').where('email', '=', email).execute();

describe('overwriting the quiz of the day', () => {
  it('is refused if a reader attempts it while the model is still writing, and the attempt stays', async () => {
    const quiz = await aQuiz();
    const { client, email } = await aReader();
    const asked = room.model.requests.length;
    const release = room.model.hold();
    const overwriting = admin.quiz.generate.mutate({ overwrite: true });
    const refused = expect(overwriting).rejects.toMatchObject({
      data: { code: 'CONFLICT', errorCode: 'quiz-attempted' },
    });
    // It has looked for attempts by then, and found none.
    await expect.poll(() => room.model.requests.length).toBeGreaterThan(asked);
    const { status } = await client.submitQuiz({
      body: { quizId: quiz.id, answers: answering(quiz, 10) },
    });
    release();
    await refused;
    expect(status).toBe(200);
    expect(await attemptsOf(email)).toEqual([{ quiz_id: quiz.id }]);
    expect(await admin.quiz.get.query({ id: quiz.id })).toMatchObject({ id: quiz.id });
  });

  it('refuses the answers of a reader who fetched the quiz before, and stores no attempt', async () => {
    const quiz = await aQuiz();
    const { client, email } = await aReader();
    expect((await client.getQuiz({ params: { id: quiz.id } })).status).toBe(200);
    const { quizId } = await admin.quiz.generate.mutate({ overwrite: true });
    expect(quizId).not.toBe(quiz.id);
    const { status } = await client.submitQuiz({
      body: { quizId: quiz.id, answers: answering(quiz, 10) },
    });
    expect(status).toBe(404);
    expect(await attemptsOf(email)).toEqual([]);
    expect(await room.streakOf(email)).toBeUndefined();
  });
});
