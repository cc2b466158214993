import { type ControlledTransaction, sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { countAttempts, listStoredCounts } from '../../../db/quiz/statistics.ts';
import type { Schema } from '../../../db/schema.ts';
import { minuteMs } from '../../../server/core/civil-time.ts';
import { countQuizzes } from '../../../server/quiz/results/statistics.ts';
import { type AnsweredQuiz, answering, openQuizRoom } from '../quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());
const { admin, clock, db } = room;
const count = () =>
  countQuizzes(room.service.contextFor('job:count-quizzes'), new AbortController().signal);
const later = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * minuteMs);
};
/** What may be shown of a quiz in so many minutes. */
const storedOf = async ({ id }: AnsweredQuiz, minutes = 0) => {
  const at = new Date(clock.now.getTime() + minutes * minuteMs);
  const [row] = await listStoredCounts(db, [id], at);
  return row?.counts.results.reduce((sum, { attempts }) => sum + attempts, 0);
};

it('misses no attempt that is stored while it counts', async () => {
  const quiz = await room.aQuiz();
  later(2 * 1_440);
  const attempt = async (
    tx: ControlledTransaction<Schema> | typeof db,
    email: string,
  ): Promise<unknown> =>
    sql`insert into quiz_attempts (quiz_id, email, answers, correct_answers, passed, attempted_at)
      values (${quiz.id}, ${email}, '{}', 7, true, ${clock.now})`.execute(tx);
  await attempt(db, 'a@exemplo.com.br');
  const tx = await db.startTransaction().execute();
  await attempt(tx, 'b@exemplo.com.br');
  expect(await count()).toBe(1);
  expect(await storedOf(quiz)).toBe(1);
  await tx.commit().execute();
  // It may be shown for ten minutes, and is counted again after five.
  expect([await storedOf(quiz, 9.99), await storedOf(quiz, 10)]).toEqual([1, undefined]);
  later(5);
  expect(await count()).toBe(0);
  later(0.01);
  expect(await count()).toBe(1);
  expect(await storedOf(quiz)).toBe(2);
  later(100 * 1_440);
  expect([await count(), await storedOf(quiz)]).toEqual([0, 2]);
});

it('counts the quiz of the day again after twenty seconds, and shows it for a minute', async () => {
  const quiz = await room.aQuiz();
  expect(await count()).toBe(1);
  expect([await storedOf(quiz, 0.99), await storedOf(quiz, 1)]).toEqual([0, undefined]);
  later(20 / 60);
  expect(await count()).toBe(0);
  later(0.01);
  expect(await count()).toBe(1);
});

it('is true after submissions, corrections and erasures beside two processes that count', async () => {
  const quizzes = [await room.aQuiz(), await room.aQuiz()];
  later(2 * 1_440);
  const questions = quizzes.map(({ questions: [first] }) => first);
  // Who waits too long for a lock is told to try again, and does.
  const patiently = async (change: () => Promise<unknown>, tries = 5): Promise<void> => {
    try {
      await change();
    } catch (error) {
      expect(error).toMatchObject({ data: { errorCode: 'unavailable' } });
      expect(tries).toBeGreaterThan(1);
      await patiently(change, tries - 1);
    }
  };
  const work = async (worker: number) => {
    for (let n = 0; n < 12; n += 1) {
      const at = (worker + n) % 2;
      const [quiz, question] = [quizzes[at], questions[at]];
      if (!quiz || !question) throw new Error('no quiz');
      const { client, email } = await room.aReader();
      const body = { quizId: quiz.id, answers: answering(quiz, n % 11) };
      expect((await client.submitQuiz({ body })).status).toBe(200);
      if (n % 4 === 1) {
        const correctAnswer = question.options[(worker + n) % 4] ?? '';
        const correction = { id: quiz.id, questionId: question.id, correctAnswer };
        await patiently(() => admin.quiz.correct.mutate(correction));
      } else if (n % 4 === 3) {
        await patiently(async () => {
          const { total } = await admin.people.erase.mutate({ email });
          await admin.people.erase.mutate({ email, dryRun: false, expected: total });
        });
      }
    }
  };
  let done = false;
  const counting = async () => {
    while (!done) {
      later(6);
      await count();
    }
  };
  const counters = [counting(), counting()];
  await Promise.all([work(0), work(1)]).finally(() => {
    done = true;
  });
  await Promise.all(counters);
  later(6);
  await count();
  for (const { id } of quizzes) {
    const quiz = await admin.quiz.get.query({ id });
    const [stored] = await listStoredCounts(db, [id], clock.now);
    const [kept, found] = [stored?.counts, await countAttempts(db, quiz)].map((counts) => ({
      results: counts?.results.map((row) => JSON.stringify(Object.entries(row).sort())).sort(),
      choices: counts?.choices.map((row) => JSON.stringify(Object.entries(row).sort())).sort(),
    }));
    expect(stored?.revision).toBe(quiz.revision);
    expect(found?.results?.length).toBeGreaterThan(0);
    expect(kept).toEqual(found);
  }
}, 60_000);
