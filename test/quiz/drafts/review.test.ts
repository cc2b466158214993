import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '../../../db/connection/database.ts';
import { dayMs } from '../../../server/core/civil-time.ts';
import type { Job } from '../../../server/jobs/job.ts';
import { dailyQuizJob, draftQuizJob } from '../../../server/quiz/job.ts';
import { ageRuns } from '../../support/age.ts';
import { openQuizRoom, refusal } from '../quiz-fixtures.ts';

let room: Awaited<ReturnType<typeof openQuizRoom>>;
beforeAll(async () => {
  room = await openQuizRoom({ QUIZ_REVIEW_AT: '09:30' });
});
afterAll(() => room.close());

let day = Date.parse('2026-06-01T00:00:00-03:00');

/** Moves the clock to an hour (São Paulo) of the present test's day and lets the jobs run. */
const at = async (time: string): Promise<void> => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const moment = day + (hours * 60 + minutes) * 60_000;
  await ageRuns(room.db, moment - room.clock.now.getTime());
  room.clock.now = new Date(moment);
  await room.service.jobs.tick();
};
/** A new day, drafted at half past nine. */
const aDraft = async () => {
  day += dayMs;
  await at('09:00');
  await at('09:30');
  const { items } = await room.admin.quiz.list.query();
  return room.admin.quiz.get.query({ id: items[0]?.id ?? '' });
};
const dateOfDay = () => new Date(day + 43_200_000).toISOString().slice(0, 10);
const lastRunOf = async (job: string) =>
  (await room.admin.jobs.list.query()).items.find(({ name }) => name === job)?.lastRun;
const statusOf = async (id: string) => (await room.admin.quiz.get.query({ id })).status;
const seenBy = async (client: Awaited<ReturnType<typeof room.aReader>>['client'], id: string) => [
  (await client.getTodaysQuiz()).status,
  (await client.getQuiz({ params: { id } })).status,
];

describe('a quiz with QUIZ_REVIEW_AT', () => {
  it('is drafted at that hour, seen by editors with its answers and by nobody else', async () => {
    const { id, status, questions, quizDate } = await aDraft();
    expect([status, quizDate]).toEqual(['draft', dateOfDay()]);
    expect(room.logs).toContainEqual(expect.objectContaining({ msg: 'quiz drafted', quizId: id }));
    expect(questions).toHaveLength(10);
    const { client } = await room.aReader();
    expect(await seenBy(client, id)).toEqual([404, 404]);
    const answers = [
      { fieldId: questions[0]?.id ?? '', answer: questions[0]?.correctAnswer ?? '' },
    ];
    expect((await client.submitQuiz({ body: { quizId: id, answers } })).status).toBe(404);
    expect((await client.getQuizResult({ params: { id } })).status).toBe(404);
  });

  it('is published at noon under the same id, as it was edited, without asking the model again', async () => {
    const { id, questions } = await aDraft();
    const [first] = questions;
    const asked = room.model.requests.length;
    await room.admin.quiz.edit.mutate({
      id,
      title: 'Outro título',
      questions: [{ id: first?.id ?? '', question: 'Qual é a capital do Brasil?' }],
    });
    await at('12:00');
    expect(room.model.requests).toHaveLength(asked);
    expect(room.logs).toContainEqual(
      expect.objectContaining({ msg: 'quiz published', quizId: id }),
    );
    const { client } = await room.aReader();
    const { body } = await client.getQuiz({ params: { id } });
    expect(body).toMatchObject({ data: { id, title: 'Outro título' } });
    expect(JSON.stringify(body)).toContain('Qual é a capital do Brasil?');
    await expect(room.admin.quiz.edit.mutate({ id, title: 'x' })).rejects.toMatchObject(
      refusal('quiz-not-a-draft', 'published'),
    );
  });

  it('leaves a held draft at noon, until it is published by hand', async () => {
    const { id } = await aDraft();
    await room.admin.quiz.hold.mutate({ id, reason: 'a resposta 3 está errada' });
    const asked = room.model.requests.length;
    await at('12:00');
    const { client } = await room.aReader();
    expect(await seenBy(client, id)).toEqual([404, 404]);
    expect(await statusOf(id)).toBe('held');
    // No failure: noon does not try again.
    expect(await lastRunOf('daily-quiz')).toMatchObject({ outcome: 'succeeded', attempts: 1 });
    expect(room.logs).toContainEqual(
      expect.objectContaining({ level: 40, msg: 'the quiz of today is held', quizId: id }),
    );
    await at('13:10');
    expect(await statusOf(id)).toBe('held');
    expect(room.model.requests).toHaveLength(asked);
    expect(await room.admin.quiz.publish.mutate({ id })).toEqual({ quizId: id });
    expect(await seenBy(client, id)).toEqual([200, 200]);
  });

  it('generates the quiz at noon if its draft failed', async () => {
    day += dayMs;
    const { editions } = room.newsletter;
    room.newsletter.editions = [];
    await at('09:30');
    room.newsletter.editions = editions;
    await at('12:00');
    const { items } = await room.admin.quiz.list.query();
    expect(items[0]?.status).toBe('published');
  });
});

describe('the job draft-quiz', () => {
  const drafted = async () => {
    const run = await lastRunOf('draft-quiz');
    const isToday = run?.scheduledFor === new Date(day + 9.5 * 3_600_000).toISOString();
    return isToday ? run : undefined;
  };

  it('drafts late until noon, and not at noon', async () => {
    day += dayMs;
    await at('09:29');
    expect(await drafted()).toBeUndefined();
    await at('11:59');
    expect(await drafted()).toMatchObject({ outcome: 'succeeded' });
    await at('12:00');
    day += dayMs;
    await at('12:00');
    expect(await drafted()).toBeUndefined();
    const { items } = await room.admin.quiz.list.query();
    expect(items[0]).toMatchObject({ status: 'published', quizDate: dateOfDay() });
  });

  it('succeeds if there is a draft already, and leaves it', async () => {
    day += dayMs;
    await at('09:00');
    const { quizId } = await room.admin.quiz.draft.mutate();
    const asked = room.model.requests.length;
    await at('09:30');
    expect(await drafted()).toMatchObject({ outcome: 'succeeded', attempts: 1 });
    expect(room.model.requests).toHaveLength(asked);
    // Published by hand, it is left alone at noon.
    await room.admin.quiz.publish.mutate({ id: quizId });
    await at('12:00');
    expect(await lastRunOf('daily-quiz')).toMatchObject({ outcome: 'succeeded', attempts: 1 });
    const { items } = await room.admin.quiz.list.query();
    expect(items.filter(({ quizDate }) => quizDate === dateOfDay())).toMatchObject([
      { id: quizId, status: 'published' },
    ]);
  });
});

describe('noon and an editor at once', () => {
  /** Runs a job whose transaction begins after something else was done. */
  const runAfter = (job: Job, first: () => Promise<unknown>) => {
    const ctx = room.service.contextFor(`job:${job.name}`);
    const execute = async (work: (tx: Tx) => Promise<unknown>) => {
      await first();
      return ctx.db.transaction().execute(work);
    };
    const db = new Proxy(ctx.db, {
      get: (target, name) => {
        if (name === 'transaction') return () => ({ execute });
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    return job.run(
      { ...ctx, db },
      { scheduledFor: room.clock.now, signal: new AbortController().signal },
    );
  };
  const ofToday = async () =>
    (await room.admin.quiz.list.query()).items.filter(({ quizDate }) => quizDate === dateOfDay());

  it('leave no draft of a day whose quiz was published meanwhile', async () => {
    day += dayMs;
    await at('09:00');
    let quizId = '';
    await runAfter(draftQuizJob({ hour: 9, minute: 30 }), async () => {
      ({ quizId } = await room.admin.quiz.generate.mutate());
    });
    expect(await ofToday()).toMatchObject([{ id: quizId, status: 'published' }]);
  });

  it('publish a draft once, and noon succeeds', async () => {
    const { id } = await aDraft();
    await runAfter(dailyQuizJob, () => room.admin.quiz.publish.mutate({ id }));
    expect(await ofToday()).toMatchObject([{ id, status: 'published' }]);
  });
});
