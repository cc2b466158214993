import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../../db/connection/database.ts';
import { insertAttemptAndCredit } from '../../../db/quiz/attempts.ts';
import { insertQuiz } from '../../../db/quiz/quiz.ts';
import { creditReading } from '../../../db/streaks/streaks.ts';
import { clonePostgres } from '../../database.ts';
import { startApp } from '../../harness.ts';
import { untilBlocked } from '../../support/locks.ts';

let clone: Awaited<ReturnType<typeof clonePostgres>>;
let database: Database;
beforeAll(async () => {
  clone = await clonePostgres();
  database = await openDatabase(clone.location, () => undefined);
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});
/** The service on the file's database, closed when the test ends. */
const openApp = async () => {
  const app = await startApp({}, { database: clone.location });
  onTestFinished(() => app.close());
  return { ...app, admin: await app.trpc({ role: 'admin' }) };
};

let day = 0;
/** A quiz whose correct answer is always `sim`, and answers that pass it. */
const aQuiz = async () => {
  day += 1;
  const quizDate = new Date(Date.UTC(2026, 0, day)).toISOString().slice(0, 10);
  const quizId = await database.db.transaction().execute((tx) =>
    insertQuiz(tx, {
      quizDate,
      title: 'Quiz',
      description: 'Um quiz',
      editionId: 'post_1',
      editionTitle: 'Edição',
      questions: Array.from({ length: 10 }, (_, index) => ({
        question: `Pergunta ${index}?`,
        options: ['sim', 'não', 'talvez', 'nunca'],
        correctAnswer: 'sim',
        explanation: 'Porque sim.',
      })),
    }),
  );
  const questions = await database.db
    .selectFrom('quiz_questions')
    .select('id')
    .where('quiz_id', '=', quizId)
    .execute();
  return { quizId, answers: questions.map(({ id }) => ({ fieldId: id, answer: 'sim' })) };
};

const attemptsAt = async (quizId: string) =>
  (
    await database.db
      .selectFrom('quiz_attempts')
      .select('email')
      .where('quiz_id', '=', quizId)
      .orderBy('email')
      .execute()
  ).map(({ email }) => email);

const streaksOf = (emails: readonly string[]) =>
  database.db
    .selectFrom('streaks')
    .select(['email', 'current_streak'])
    .where('email', 'in', emails)
    .orderBy('email')
    .execute();

const someReaders = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `r${index}-${crypto.randomUUID()}@exemplo.com.br`,
  ).sort();

describe('20 submissions of each of 10 readers, 50 at once', () => {
  it('store one attempt and credit one day a reader; the other 19 are 403', async () => {
    const app = await openApp();
    const quiz = await aQuiz();
    const emails = someReaders(10);
    const clients = await Promise.all(emails.map((email) => app.client({ email })));
    const statuses = new Map<number, number>();
    const submissions = Array.from({ length: 20 }, () => clients).flat();
    const submit = async () => {
      for (let client = submissions.pop(); client; client = submissions.pop()) {
        let status: number;
        // On a busy machine a lock or a connection may come too late, and nothing was stored.
        do ({ status } = await client.submitQuiz({ body: quiz }));
        while (status === 503);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 50 }, submit));
    expect(Object.fromEntries(statuses)).toEqual({ 200: 10, 403: 19 * 10 });
    expect(await attemptsAt(quiz.quizId)).toEqual(emails);
    expect(await streaksOf(emails)).toEqual(emails.map((email) => ({ email, current_streak: 1 })));
  });
});

describe('a question that is corrected', () => {
  it('is fetched and graded as corrected, also by a submission that was in flight', async () => {
    const app = await openApp();
    const quiz = await aQuiz();
    const [before, during, after] = [
      await app.client({}),
      await app.client({}),
      await app.client({}),
    ];
    await before.submitQuiz({ body: quiz });
    const submitted = await database.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('quiz_questions')
        .set({ question: 'Pergunta corrigida?', correct_answer: 'não' })
        .where('quiz_id', '=', quiz.quizId)
        .execute();
      const inFlight = during.submitQuiz({ body: quiz });
      await untilBlocked(database.db, 1);
      return { inFlight };
    });
    expect((await submitted.inFlight)?.body).toMatchObject({ data: { correctAnswers: 0 } });
    const fetched = await after.getQuiz({ params: { id: quiz.quizId } });
    expect(fetched.body).toMatchObject({
      data: { questions: quiz.answers.map(() => ({ question: 'Pergunta corrigida?' })) },
    });
  });
});

describe('a correction that lets attempts pass', () => {
  /** A quiz that the readers failed by one answer, in their order, and its correction. */
  const aCorrection = async (app: Awaited<ReturnType<typeof openApp>>, emails: string[]) => {
    const { quizId, answers } = await aQuiz();
    const given = answers.map(({ fieldId }, index) => ({
      fieldId,
      answer: index === 0 ? 'não' : index < 6 ? 'sim' : 'nunca',
    }));
    for (const email of emails) {
      const client = await app.client({ email });
      const { body } = await client.submitQuiz({ body: { quizId, answers: given } });
      expect(body).toMatchObject({ data: { correctAnswers: 5, passed: false } });
    }
    return { id: quizId, questionId: answers[0]?.fieldId ?? '', correctAnswer: 'não' };
  };

  it('waits for an attempt that is being stored, and regrades it', async () => {
    const app = await openApp();
    const { admin } = app;
    const correction = await aCorrection(app, []);
    const correcting = await database.db.transaction().execute(async (tx) => {
      const attempt = { quizId: correction.id, email: 'ana@exemplo.com.br', revision: 2 };
      const answers = { [correction.questionId]: correction.correctAnswer };
      const at = { attemptedAt: new Date(), today: '2026-06-01' };
      const graded = { correctAnswers: 5, passed: false };
      expect(await insertAttemptAndCredit(tx, { ...attempt, answers, ...graded, ...at })).toBe(
        true,
      );
      const corrected = admin.quiz.correct.mutate(correction);
      await untilBlocked(database.db, 1);
      return { corrected };
    });
    expect(await correcting.corrected).toEqual({ regraded: 1, passed: 1, days: 1 });
  });

  it('credits their readers in the order of an import, so that the two cannot deadlock', async () => {
    const app = await openApp();
    const { admin } = app;
    const [first = '', ...others] = someReaders(5);
    const correction = await aCorrection(app, [...others.reverse(), first]);
    const at = new Date();
    for (const email of [first, ...others]) {
      await creditReading(database.db, { email, day: '2025-12-01', at });
    }
    const correcting = await database.db.transaction().execute(async (tx) => {
      await creditReading(tx, { email: first, day: '2025-12-02', at });
      const corrected = admin.quiz.correct.mutate(correction);
      await untilBlocked(database.db, 1);
      await sql`select from streaks where email in (${sql.join(others)}) for update nowait`.execute(
        tx,
      );
      return { corrected };
    });
    expect(await correcting.corrected).toEqual({ regraded: 5, passed: 5, days: 5 });
  });
});
