import { afterAll, describe, expect, it } from 'vitest';
import { answering, openQuizRoom, refusal } from '../quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());
const { admin, aQuiz, aReader, db } = room;

const attemptsOf = (email: string) =>
  db.selectFrom('quiz_attempts').select('quiz_id').where('email', '=', email).execute();

describe('overwriting the quiz of the day', () => {
  it('replaces that quiz, and refuses the answers of a reader who fetched it before', async () => {
    const earlier = await aQuiz();
    const quiz = await aQuiz();
    const { client, email } = await aReader();
    expect((await client.getQuiz({ params: { id: quiz.id } })).status).toBe(200);
    await expect(admin.quiz.generate.mutate()).rejects.toMatchObject(
      refusal('quiz-already-generated'),
    );
    const { quizId } = await admin.quiz.generate.mutate({ overwrite: true });
    expect(quizId).not.toBe(quiz.id);
    expect((await room.get(quizId)).quizDate).toBe(quiz.quizDate);
    expect(await room.get(earlier.id)).toEqual(earlier);
    const body = { quizId: quiz.id, answers: answering(quiz, 10) };
    expect((await client.submitQuiz({ body })).status).toBe(404);
    expect(await attemptsOf(email)).toEqual([]);
    expect(await room.streakOf(email)).toBeUndefined();
  });

  it('is refused before the model is asked if a reader attempted it', async () => {
    const quiz = await aQuiz();
    const { client } = await aReader();
    await client.submitQuiz({ body: { quizId: quiz.id, answers: answering(quiz, 0) } });
    const asked = room.model.requests.length;
    await expect(admin.quiz.generate.mutate({ overwrite: true })).rejects.toMatchObject(
      refusal('quiz-attempted'),
    );
    expect(room.model.requests).toHaveLength(asked);
  });

  it('is refused if a reader attempts it while the model is still writing', async () => {
    const quiz = await aQuiz();
    const { client, email } = await aReader();
    const asked = room.model.requests.length;
    const release = room.model.hold();
    const refused = expect(admin.quiz.generate.mutate({ overwrite: true })).rejects.toMatchObject(
      refusal('quiz-attempted'),
    );
    // It has looked for attempts by then, and found none.
    await expect.poll(() => room.model.requests.length).toBeGreaterThan(asked);
    const body = { quizId: quiz.id, answers: answering(quiz, 10) };
    expect((await client.submitQuiz({ body })).status).toBe(200);
    release();
    await refused;
    expect(await attemptsOf(email)).toEqual([{ quiz_id: quiz.id }]);
  });
});
