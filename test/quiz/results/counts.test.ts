import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { civilDayOf, minuteMs } from '../../../server/core/civil-time.ts';
import { type AnsweredQuiz, answering, openQuizRoom } from '../quiz-fixtures.ts';

const room = await openQuizRoom();
afterAll(() => room.close());
const { admin, clock, db } = room;
// Later than the database's clock, so that what is attempted on its day is not late.
clock.now = new Date('2027-05-12T21:00:00Z');

/** What plain SQL finds, and `shownOf` in the statistics: counts and right answers by question. */
const truthOf = async (id: string): Promise<string> => {
  const { rows } = await sql<{ counts: string; right: number }>`
    select counts, count(a.email) filter (where a.answers ->> n.id::text = any(n.correct_answer || n.former_answers))::integer as right
    from quiz_questions n left join quiz_attempts a using (quiz_id), lateral (
      select concat_ws(' ', count(*), count(*) filter (where passed), coalesce(sum(correct_answers), 0),
        count(*) filter (where (attempted_at at time zone 'America/Sao_Paulo')::date = quiz_date)) as counts
      from quiz_attempts join quizzes q on q.id = quiz_id where quiz_id = ${id}::uuid
    ) counted
    where n.quiz_id = ${id}::uuid group by n.id, counts order by n.position`.execute(db);
  return [rows[0]?.counts, ...rows.map(({ right }) => right)].join(' ');
};
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const shownOf = async (id: string): Promise<string> => {
  const shown = await admin.quiz.statistics.query({ id });
  const { attempts, passed, averageCorrect, attemptsByHour, questions } = shown;
  const right = questions.map(({ correctRate }) => Math.round(correctRate * attempts));
  const correct = Math.round(averageCorrect * attempts);
  return [attempts, passed, correct, sum(attemptsByHour), ...right].join(' ');
};

const step = fc.record({
  what: fc.constantFrom('submit', 'submit', 'submit', 'correct', 'erase', 'wait', 'count', 'count'),
  quiz: fc.nat(1),
  right: fc.nat(10),
  minutes: fc.constantFrom(0.4, 2, 6, 11, 61, 1_440),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

it('shows what was true at most ten minutes ago, a minute on the day, and corrections at once', async () => {
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 12, maxLength: 24 }),
    async (steps) => {
      const quizzes = [await room.aQuiz(), await room.aQuiz()];
      const readers: string[] = [];
      /** What was true of each quiz, and since when. */
      const past = new Map<string, { since: number; truth: string }[]>();
      const note = async ({ id }: AnsweredQuiz, forget = false) => {
        const states = forget ? [] : (past.get(id) ?? []);
        const truth = await truthOf(id);
        if (states.at(-1)?.truth !== truth) states.push({ since: clock.now.getTime(), truth });
        past.set(id, states);
      };
      const check = async ({ id, quizDate }: AnsweredQuiz) => {
        const minutes = quizDate === civilDayOf(clock.now) ? 1 : 10;
        const oldest = clock.now.getTime() - minutes * minuteMs;
        const states = past.get(id) ?? [];
        const allowed = states.filter((_, n) => (states[n + 1]?.since ?? Infinity) >= oldest);
        expect(allowed.map(({ truth }) => truth)).toContain(await shownOf(id));
      };
      const take = async ({ what, quiz: n, right, minutes }: Step) => {
        const quiz = quizzes[n];
        if (!quiz) throw new Error('no quiz');
        if (what === 'submit') {
          const { client, email } = await room.aReader();
          readers.push(email);
          const body = { quizId: quiz.id, answers: answering(quiz, right) };
          expect((await client.submitQuiz({ body })).status).toBe(200);
        } else if (what === 'correct') {
          const question = quiz.questions[right % 10];
          if (!question) throw new Error('no question');
          const correctAnswer = question.options[right % 4] ?? '';
          await admin.quiz.correct.mutate({ id: quiz.id, questionId: question.id, correctAnswer });
        } else if (what === 'erase') {
          const email = readers.shift();
          if (!email) return;
          const { total } = await admin.people.erase.mutate({ email });
          await admin.people.erase.mutate({ email, dryRun: false, expected: total });
        } else if (what === 'wait') {
          clock.now = new Date(clock.now.getTime() + minutes * minuteMs);
        } else {
          const { outcome } = await admin.jobs.run.mutate({ name: 'count-quizzes' });
          expect(outcome).toBe('succeeded');
        }
        for (const one of quizzes) await note(one, what === 'correct' && one === quiz);
      };
      for (const quiz of quizzes) await note(quiz);
      for (const one of steps) {
        await take(one);
        for (const quiz of quizzes) await check(quiz);
      }
      // A job that has not run does not make figures any older.
      clock.now = new Date(clock.now.getTime() + 11 * minuteMs);
      const { days } = await admin.quiz.trends.query({
        from: quizzes[0]?.quizDate ?? '',
        to: quizzes[1]?.quizDate ?? '',
      });
      for (const [n, { id }] of quizzes.entries()) {
        const truth = await truthOf(id);
        expect(await shownOf(id)).toBe(truth);
        expect(truth.split(' ').slice(0, 2)).toEqual([
          String(days[n]?.attempts),
          String(days[n]?.passed),
        ]);
      }
    },
  );
  await fc.assert(property, { numRuns: 3, endOnFailure: true });
});
