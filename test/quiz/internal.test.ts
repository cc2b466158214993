import { afterAll, describe, expect, it } from 'vitest';
import { answering, openQuizRoom } from './quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());
const { clock, admin, aQuiz, aReader } = room;

describe('the internal quiz procedures', () => {
  it("overwrite today's quiz if nobody has attempted it", async () => {
    const quiz = await aQuiz();
    await expect(admin.quiz.generate.mutate()).rejects.toMatchObject({
      data: { code: 'CONFLICT' },
    });
    const { quizId } = await admin.quiz.generate.mutate({ overwrite: true });
    expect(quizId).not.toBe(quiz.id);
    const { client } = await aReader();
    expect((await client.getQuiz({ params: { id: quiz.id } })).status).toBe(404);
    const overwritten = await admin.quiz.get.query({ id: quizId });
    expect(overwritten.quizDate).toBe(quiz.quizDate);
  });

  it('refuse to overwrite an attempted quiz', async () => {
    const quiz = await aQuiz();
    const { client } = await aReader();
    await client.submitQuiz({ body: { quizId: quiz.id, answers: answering(quiz, 0) } });
    const asked = room.model.requests.length;
    await expect(admin.quiz.generate.mutate({ overwrite: true })).rejects.toMatchObject({
      data: { code: 'CONFLICT', errorCode: 'quiz-attempted' },
    });
    expect(room.model.requests).toHaveLength(asked);
    expect((await admin.quiz.get.query({ id: quiz.id })).questions).toHaveLength(10);
    const { items } = await admin.quiz.list.query();
    expect(items[0]).toMatchObject({ id: quiz.id, attempts: 1 });
  });

  it('are for administrators', async () => {
    const agent = await room.agent();
    for (const call of [
      () => agent.quiz.list.query(),
      () => agent.quiz.generate.mutate(),
      () => agent.jobs.list.query(),
    ]) {
      await expect(call()).rejects.toMatchObject({ data: { code: 'FORBIDDEN' } });
    }
  });
});

describe('the daily quiz job', () => {
  it('can be run by hand and reports its last success', async () => {
    clock.now = new Date(clock.now.getTime() + 86_400_000);
    const record = await admin.jobs.run.mutate({ name: 'daily-quiz' });
    expect(record).toMatchObject({ outcome: 'succeeded' });
    const jobs = await admin.jobs.list.query();
    const job = jobs.find(({ name }) => name === 'daily-quiz');
    expect(job).toMatchObject({ schedule: '0 12 * * *', lastRun: { outcome: 'succeeded' } });
    const { items } = await admin.quiz.list.query();
    expect(items[0]?.quizDate).toBe(clock.now.toISOString().slice(0, 10));
    const metrics = await (await fetch(`${room.internalUrl}/metrics`)).text();
    expect(metrics).toMatch(/^job_last_success_timestamp_seconds\{job_name="daily-quiz"\} \d{10}/m);
  });
});
