import { afterAll, describe, expect, it } from 'vitest';
import { errorCode } from '../../contract/index.ts';
import { findStreak } from '../../db/streaks.ts';
import { openNewsroom } from './newsroom.ts';

const clock = { now: new Date('2026-05-12T23:30:00.000Z') };
const expiresAt = new Date('2040-01-01');
const room = await openNewsroom({ QUIZ_GENERATE_AUTH: 'open' }, { now: () => clock.now });
afterAll(() => room.close());
const admin = await room.trpc({ role: 'admin', expiresAt });
const { db } = room.service.contextFor('test');

/** Generates the quiz of a day of the test's own. */
const aQuiz = async () => {
  clock.now = new Date(clock.now.getTime() + 86_400_000);
  const { quizId } = await admin.quiz.generate.mutate();
  return admin.quiz.get.query({ id: quizId });
};
type AnsweredQuiz = Awaited<ReturnType<typeof aQuiz>>;

const aReader = async () => {
  const email = `${crypto.randomUUID()}@exemplo.com.br`;
  return { email, client: await room.client({ email, expiresAt }) };
};

/** Answers of which the first so many are right. */
const answering = (quiz: AnsweredQuiz, right: number) =>
  quiz.questions.map(({ id, options, correctAnswer }, index) => ({
    fieldId: id,
    answer:
      index < right ? correctAnswer : (options.find((option) => option !== correctAnswer) ?? ''),
  }));

const swapCase = (text: string) =>
  text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
const streakOf = (email: string) => findStreak(db, email);
const attempted = 'você já tentou este quiz. cada quiz pode ser tentado apenas uma vez.';

describe('GET /quiz/{id}', () => {
  it('answers the quiz with exactly its fields', async () => {
    const quiz = await aQuiz();
    const { client } = await aReader();
    const { status, body } = await client.getQuiz({ params: { id: quiz.id } });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        id: quiz.id,
        title: quiz.title,
        description: quiz.description,
        quizDate: '2026-05-13',
        minCorrectAnswers: 6,
        questions: quiz.questions.map(({ id, question, position, options }) => ({
          id,
          question,
          type: 'radio',
          position,
          options,
        })),
      },
    });
  });

  it('answers the same bytes whatever the correct answers are, and logs nothing of the quiz', async () => {
    const quiz = await aQuiz();
    const authorization = `Bearer ${await room.token({ expiresAt })}`;
    const bytes = async () => {
      const answer = await fetch(`${room.url}/quiz/${quiz.id}`, {
        headers: { authorization, 'x-request-id': 'the-same' },
      });
      const headers = [...answer.headers].filter(([name]) => name !== 'date');
      return `${JSON.stringify(headers)}\n${await answer.text()}`;
    };
    const logged = room.logs.length;
    const before = await bytes();
    for (const { id, options, correctAnswer } of quiz.questions) {
      const other = options.find((option) => option !== correctAnswer) ?? '';
      await db
        .updateTable('quiz_questions')
        .set({
          correct_answer: other,
          explanation: 'Outra explicação, bem mais comprida do que era.',
        })
        .where('id', '=', id)
        .execute();
    }
    expect(await bytes()).toBe(before);
    for (const word of [
      'correct',
      'explanation',
      'answer',
      ...quiz.questions.map((q) => q.explanation),
    ]) {
      expect(before.replace('minCorrectAnswers', '')).not.toContain(word);
    }
    const lines = JSON.stringify(room.logs.slice(logged));
    expect(lines).toContain('request answered');
    for (const { question, options } of quiz.questions) {
      expect(lines).not.toContain(question);
      expect(options.filter((option) => lines.includes(`"${option}"`))).toEqual([]);
    }
  });

  it.each([
    ['an id that no quiz has', '3c1a8e0e-52c9-4f0b-9a55-1d0f5c0f8f11'],
    ['something that is no id', 'hoje'],
    ['a number', '1'],
    ['a quote', "'; drop table quizzes; --"],
  ])('answers 404 for %s', async (_, id) => {
    const { client } = await aReader();
    const answer = await client.getQuiz({ params: { id } });
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ success: false, message: 'quiz não encontrado' });
  });

  it('refuses who has attempted the quiz, whatever the case of their e-mail', async () => {
    const quiz = await aQuiz();
    const { client, email } = await aReader();
    await client.submitQuiz({ body: { quizId: quiz.id, answers: [] } });
    const shouting = await room.client({ email: email.toUpperCase(), expiresAt });
    for (const reader of [client, shouting]) {
      const answer = await reader.getQuiz({ params: { id: quiz.id } });
      expect(answer.status).toBe(403);
      expect(answer.body).toEqual({ success: false, message: attempted });
      expect(errorCode(answer)).toBe('quiz-already-attempted');
    }
  });

  it('refuses who has no token with the text of quiz routes', async () => {
    const quiz = await aQuiz();
    const answer = await room.anonymous.getQuiz({ params: { id: quiz.id } });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({
      success: false,
      message: 'Token de autenticação inválido ou ausente',
    });
  });
});

describe('POST /quiz/submit', () => {
  it('recovers the streak for the quiz date when the quiz is passed', async () => {
    const quiz = await aQuiz();
    const { client, email } = await aReader();
    // Past midnight in São Paulo: the day to be credited is still the quiz's.
    const generatedAt = clock.now;
    clock.now = new Date(generatedAt.getTime() + 6 * 3_600_000);
    const { status, body } = await client.submitQuiz({
      body: { quizId: quiz.id, answers: answering(quiz, 6) },
    });
    const submittedAt = clock.now;
    clock.now = generatedAt;
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: expect.stringMatching(/6 de 10.*recuperada/),
      data: {
        totalQuestions: 10,
        correctAnswers: 6,
        passed: true,
        minRequired: 6,
        streakRecovered: true,
        details: quiz.questions.map((question, index) => ({
          fieldId: question.id,
          question: question.question,
          userAnswer: answering(quiz, 6)[index]?.answer,
          correctAnswer: question.correctAnswer,
          isCorrect: index < 6,
          explanation: question.explanation,
        })),
      },
    });
    expect(await streakOf(email)).toEqual({
      currentStreak: 1,
      maxStreak: 1,
      lastInteractionAt: submittedAt,
    });
    const days = await db
      .selectFrom('streaks')
      .select('read_days')
      .where('email', '=', email)
      .executeTakeFirst();
    expect(String(days?.read_days)).toContain(quiz.quizDate);
  });

  it('leaves the streak alone when the quiz is failed, and says how many it takes', async () => {
    const quiz = await aQuiz();
    const { client, email } = await aReader();
    const { status, body } = await client.submitQuiz({
      body: { quizId: quiz.id, answers: answering(quiz, 5) },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      message: expect.stringMatching(/5 de 10.*6/),
      data: { correctAnswers: 5, passed: false, streakRecovered: false },
    });
    expect(await streakOf(email)).toBeUndefined();
  });

  it('counts a question without an answer as wrong', async () => {
    const quiz = await aQuiz();
    const { client } = await aReader();
    const { body } = await client.submitQuiz({ body: { quizId: quiz.id, answers: [] } });
    expect(body).toMatchObject({ data: { correctAnswers: 0, totalQuestions: 10 } });
    expect('data' in body && body.data.details.map((detail) => detail.userAnswer)).toEqual(
      Array.from({ length: 10 }, () => ''),
    );
  });

  it('refuses a second attempt and keeps the first', async () => {
    const quiz = await aQuiz();
    const { client, email } = await aReader();
    await client.submitQuiz({ body: { quizId: quiz.id, answers: answering(quiz, 0) } });
    const second = await client.submitQuiz({
      body: { quizId: quiz.id, answers: answering(quiz, 10) },
    });
    expect(second.status).toBe(403);
    expect(second.body).toEqual({ success: false, message: attempted });
    expect(await streakOf(email)).toBeUndefined();
  });

  it.each([
    ['no body', undefined],
    ['no fields', {}],
    ['no quizId', { answers: [] }],
    ['no answers', { quizId: '3c1a8e0e-52c9-4f0b-9a55-1d0f5c0f8f11' }],
    ['nulls', { quizId: null, answers: null }],
    ['an empty quizId', { quizId: '', answers: [] }],
  ])('refuses %s with 400 and the text of the specification', async (_, body) => {
    const answer = await fetch(`${room.url}/quiz/submit`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await room.token({ expiresAt })}`,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      success: false,
      message: 'quizId e answers são obrigatórios',
    });
  });

  it('refuses answers that do not belong, and leaves the attempt to the reader', async () => {
    const quiz = await aQuiz();
    const { client } = await aReader();
    const good = answering(quiz, 10);
    const first = good.find(({ answer }) => swapCase(answer) !== answer);
    if (!first) throw new Error('no answer has letters');
    const refused = [
      [{ ...first, answer: swapCase(first.answer) }],
      [{ ...first, answer: ` ${first.answer}` }],
      [{ ...first, answer: '' }],
      [{ ...first, fieldId: quiz.id }],
      [...good, first],
    ];
    for (const answers of refused) {
      const answer = await client.submitQuiz({ body: { quizId: quiz.id, answers } });
      expect(answer.status).toBe(400);
      expect(errorCode(answer)).toBe('invalid-request');
    }
    const { status } = await client.submitQuiz({ body: { quizId: quiz.id, answers: good } });
    expect(status).toBe(200);
  });

  it('answers 404 for a quiz that does not exist', async () => {
    const { client } = await aReader();
    for (const quizId of ['3c1a8e0e-52c9-4f0b-9a55-1d0f5c0f8f11', 'hoje']) {
      const answer = await client.submitQuiz({ body: { quizId, answers: [] } });
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ success: false, message: 'quiz não encontrado' });
    }
  });
});

describe('POST /quiz/submit with an Idempotency-Key', () => {
  const headers = () => ({ 'idempotency-key': crypto.randomUUID() });

  it('replays the answer to a reader who lost it', async () => {
    const quiz = await aQuiz();
    const { client, email } = await aReader();
    const call = {
      headers: headers(),
      body: { quizId: quiz.id, answers: answering(quiz, 8) },
    };
    const first = await client.submitQuiz(call);
    expect(first.status).toBe(200);
    const again = await client.submitQuiz(call);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect((await streakOf(email))?.currentStreak).toBe(1);
    const other = await client.submitQuiz({ ...call, headers: headers() });
    expect(other.status).toBe(403);
  });

  it('refuses other answers under the same key, and keeps none of a refusal', async () => {
    const quiz = await aQuiz();
    const { client } = await aReader();
    const key = headers();
    const refused = await client.submitQuiz({
      headers: key,
      body: { quizId: quiz.id, answers: [{ fieldId: 'x', answer: 'y' }] },
    });
    expect(refused.status).toBe(400);
    const body = { quizId: quiz.id, answers: answering(quiz, 3) };
    expect((await client.submitQuiz({ headers: key, body })).status).toBe(200);
    const reused = await client.submitQuiz({
      headers: key,
      body: { quizId: quiz.id, answers: answering(quiz, 10) },
    });
    expect(reused.status).toBe(422);
  });
});

describe('the internal quiz procedures', () => {
  it('overwrite the quiz of today while nobody has attempted it', async () => {
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

  it('refuse to overwrite a quiz that somebody attempted', async () => {
    const quiz = await aQuiz();
    const { client } = await aReader();
    await client.submitQuiz({ body: { quizId: quiz.id, answers: [] } });
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
    const agent = await room.trpc({ role: 'agent', expiresAt });
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
  it('can be run by hand, and shows when it last succeeded', async () => {
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
