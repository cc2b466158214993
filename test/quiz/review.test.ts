import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answering, openQuizRoom } from './quiz-fixtures.ts';

let room: Awaited<ReturnType<typeof openQuizRoom>>;
beforeAll(async () => {
  room = await openQuizRoom({ QUIZ_REVIEW_AT: '09:30' });
});
afterAll(() => room.close());

const dayMs = 86_400_000;
let day = Date.parse('2026-06-01T00:00:00-03:00');

/** Moves the clock to an hour (São Paulo) of the present test's day and lets the jobs run. */
const at = async (time: string): Promise<void> => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  room.clock.now = new Date(day + (hours * 60 + minutes) * 60_000);
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
const aPublished = async () => {
  const { id } = await aDraft();
  await at('12:00');
  return room.admin.quiz.get.query({ id });
};
const statusOf = async (id: string) => (await room.admin.quiz.get.query({ id })).status;
const seenBy = async (client: Awaited<ReturnType<typeof room.aReader>>['client'], id: string) => [
  (await client.getTodaysQuiz()).status,
  (await client.getQuiz({ params: { id } })).status,
];

describe('a quiz with QUIZ_REVIEW_AT', () => {
  it('is drafted at that hour, seen by editors with its answers and by nobody else', async () => {
    const { id, status, questions, quizDate } = await aDraft();
    expect(status).toBe('draft');
    expect(quizDate).toBe(new Date(day + 43_200_000).toISOString().slice(0, 10));
    expect(questions).toHaveLength(10);
    for (const { options, correctAnswer } of questions) expect(options).toContain(correctAnswer);
    const { client } = await room.aReader();
    expect(await seenBy(client, id)).toEqual([404, 404]);
    const answers = [
      { fieldId: questions[0]?.id ?? '', answer: questions[0]?.correctAnswer ?? '' },
    ];
    expect((await client.submitQuiz({ body: { quizId: id, answers } })).status).toBe(404);
    expect((await client.getQuizResult({ params: { id } })).status).toBe(404);
    const agent = await room.agent();
    await expect(agent.quiz.get.query({ id })).rejects.toMatchObject({
      data: { code: 'FORBIDDEN' },
    });
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
    const { client } = await room.aReader();
    const { status, body } = await client.getQuiz({ params: { id } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      data: {
        id,
        title: 'Outro título',
        questions: [
          { question: 'Qual é a capital do Brasil?' },
          {},
          {},
          {},
          {},
          {},
          {},
          {},
          {},
          {},
        ],
      },
    });
    expect(await statusOf(id)).toBe('published');
    await expect(room.admin.quiz.edit.mutate({ id, title: 'x' })).rejects.toMatchObject({
      data: { errorCode: 'quiz-not-a-draft', state: 'published' },
    });
  });

  it('refuses an edit that breaks a rule, and changes nothing', async () => {
    const { id, questions } = await aDraft();
    const [first] = questions;
    const questionId = first?.id ?? '';
    for (const edit of [
      { title: ' ' },
      { questions: [{ id: questionId, correctAnswer: 'nenhuma delas' }] },
      { questions: [{ id: questionId, options: ['a', 'a', 'b', 'c'], correctAnswer: 'a' }] },
      { questions: [{ id: crypto.randomUUID(), question: 'de outro quiz?' }] },
    ]) {
      await expect(room.admin.quiz.edit.mutate({ id, ...edit })).rejects.toMatchObject({
        data: { code: 'BAD_REQUEST' },
      });
    }
    expect((await room.admin.quiz.get.query({ id })).questions).toEqual(questions);
  });

  it('that is held stays a draft at noon, until it is published by hand', async () => {
    const { id } = await aDraft();
    await room.admin.quiz.hold.mutate({ id, reason: 'a resposta 3 está errada' });
    await at('12:00');
    const { client } = await room.aReader();
    expect(await seenBy(client, id)).toEqual([404, 404]);
    expect(await statusOf(id)).toBe('held');
    await at('13:10');
    expect(await room.admin.quiz.publish.mutate({ id })).toEqual({ quizId: id });
    expect(await seenBy(client, id)).toEqual([200, 200]);
    await expect(room.admin.quiz.publish.mutate({ id })).rejects.toMatchObject({
      data: { errorCode: 'quiz-not-a-draft', state: 'published' },
    });
  });

  it('that is let go again is published at noon', async () => {
    const { id } = await aDraft();
    await room.admin.quiz.hold.mutate({ id });
    await room.admin.quiz.hold.mutate({ id, held: false });
    const { items } = await room.admin.audit.list.query({
      target: `quiz:${id}`,
      action: 'quiz.hold',
    });
    expect(items.map(({ changes }) => changes)).toEqual([
      [{ field: 'held', before: true, after: false }],
      [{ field: 'held', before: false, after: true }],
    ]);
    await at('12:00');
    expect(await statusOf(id)).toBe('published');
  });

  it('of a past day is not published any more', async () => {
    const { id } = await aDraft();
    await room.admin.quiz.hold.mutate({ id });
    day += dayMs;
    await at('08:00');
    await expect(room.admin.quiz.publish.mutate({ id })).rejects.toMatchObject({
      data: { errorCode: 'quiz-not-a-draft', state: 'outdated' },
    });
  });

  it('whose draft failed is generated at noon', async () => {
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

describe('quiz.correct', () => {
  it('regrades attempts in the reader’s favour only, credits those that pass now, and counts the former answer', async () => {
    const quiz = await aPublished();
    const [first] = quiz.questions;
    const questionId = first?.id ?? '';
    const wrong = first?.options.find((option) => option !== first.correctAnswer) ?? '';
    const [gains, keeps, late] = [await room.aReader(), await room.aReader(), await room.aReader()];
    const submit = async ({ client }: typeof gains, answers: ReturnType<typeof answering>) => {
      const { body } = await client.submitQuiz({ body: { quizId: quiz.id, answers } });
      return body;
    };
    // Five right, and on the first question the answer that will be the correct one.
    const missing = answering(quiz, 6).map((given, index) =>
      index === 0 ? { ...given, answer: wrong } : given,
    );
    expect(await submit(gains, missing)).toMatchObject({
      data: { correctAnswers: 5, passed: false },
    });
    expect(await submit(keeps, answering(quiz, 6))).toMatchObject({
      data: { correctAnswers: 6, passed: true },
    });

    expect(
      await room.admin.quiz.correct.mutate({
        id: quiz.id,
        questionId,
        correctAnswer: wrong,
        explanation: 'Corrigido.',
      }),
    ).toEqual({ regraded: 1, passed: 1 });
    const gained = await gains.client.getQuizResult({ params: { id: quiz.id } });
    expect(gained.body).toMatchObject({ data: { correctAnswers: 6, passed: true } });
    expect(await room.streakOf(gains.email)).toMatchObject({ currentStreak: 1 });
    const kept = await keeps.client.getQuizResult({ params: { id: quiz.id } });
    expect(kept.body).toMatchObject({
      data: {
        correctAnswers: 6,
        passed: true,
        details: [{ isCorrect: true }, {}, {}, {}, {}, {}, {}, {}, {}, {}],
      },
    });
    // Graded by the correction although this process knew the old key.
    expect(await submit(late, missing)).toMatchObject({
      data: { correctAnswers: 6, passed: true },
    });

    // Back again: nobody loses, nobody gains twice.
    expect(
      await room.admin.quiz.correct.mutate({
        id: quiz.id,
        questionId,
        correctAnswer: first?.correctAnswer ?? '',
      }),
    ).toEqual({ regraded: 0, passed: 0 });
  });

  it('refuses drafts, unknown questions and answers that are no option', async () => {
    const draft = await aDraft();
    const questionId = draft.questions[0]?.id ?? '';
    await expect(
      room.admin.quiz.correct.mutate({ id: draft.id, questionId, question: 'x?' }),
    ).rejects.toMatchObject({ data: { errorCode: 'quiz-not-published' } });
    await at('12:00');
    for (const wrong of [
      { questionId: crypto.randomUUID(), question: 'x?' },
      { questionId, correctAnswer: 'nenhuma' },
      { questionId, question: '<b>x</b>' },
    ]) {
      await expect(
        room.admin.quiz.correct.mutate({ id: draft.id, ...wrong }),
      ).rejects.toMatchObject({
        data: { code: 'BAD_REQUEST' },
      });
    }
  });
});

describe('quiz.unpublish', () => {
  it('takes a quiz away from readers, keeps results, and can be taken back', async () => {
    const quiz = await aPublished();
    const [before, after] = [await room.aReader(), await room.aReader()];
    const body = { quizId: quiz.id, answers: answering(quiz, 7) };
    expect((await before.client.submitQuiz({ body })).status).toBe(200);
    await room.admin.quiz.unpublish.mutate({ id: quiz.id, reason: 'edição retirada' });
    expect(await seenBy(after.client, quiz.id)).toEqual([404, 404]);
    expect((await after.client.submitQuiz({ body })).status).toBe(404);
    expect((await before.client.getQuizResult({ params: { id: quiz.id } })).status).toBe(200);
    await at('12:10');
    expect(await statusOf(quiz.id)).toBe('unpublished');
    await room.admin.quiz.publish.mutate({ id: quiz.id });
    expect((await after.client.submitQuiz({ body })).status).toBe(200);
  });
});
