import { type ControlledTransaction, sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { listStoredCounts } from '../../../db/quiz/statistics.ts';
import type { Schema } from '../../../db/schema.ts';
import { minuteMs } from '../../../server/core/civil-time.ts';
import { countQuizzes } from '../../../server/quiz/results/statistics.ts';
import { type AnsweredQuiz, openQuizRoom } from '../quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());
const { clock, db } = room;
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
