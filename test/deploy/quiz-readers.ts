import { sql } from 'kysely';
import type { Db } from '../../db/connection/database.ts';
import { signedToken } from '../harness.ts';
import { fleetSecret } from './fleet.ts';

const quizId = '3c1a8e0e-52c9-4f0b-9a55-1d0f5c0f8f11';
const formerQuizId = '2b1a8e0e-52c9-4f0b-9a55-1d0f5c0f8f12';

/** The ids of questions by quiz. */
type Quizzes = ReadonlyMap<string, string[]>;

/** Adds two quizzes of ten questions, whose right answer is always `sim`. */
export const addQuizzes = async (db: Db): Promise<Quizzes> => {
  for (const [index, id] of [quizId, formerQuizId].entries()) {
    await sql`
      insert into quizzes (id, quiz_date, title, description, edition_id, edition_title)
      values (${id}, date '2031-01-01' + ${index}::integer, 'Quiz', 'Do dia', 'e1', 'Edição')
    `.execute(db);
    await sql`
      insert into quiz_questions (quiz_id, position, question, options, correct_answer, explanation)
      select ${id}, i, 'Pergunta ' || i, '{sim,não,talvez,nunca}', 'sim', 'Porque sim'
      from generate_series(1, 10) as i
    `.execute(db);
  }
  const { rows } = await sql<{ quiz: string; ids: string[] }>`
    select quiz_id as quiz, array_agg(id::text order by position) as ids from quiz_questions
    where quiz_id in (${quizId}, ${formerQuizId}) group by quiz_id
  `.execute(db);
  return new Map(rows.map(({ quiz, ids }) => [quiz, ids]));
};

/** The attempts of these readers, as {@link startReaders} reports them. */
export const listAttempts = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ attempt: string }>`
    select quiz_id || ' ' || email as attempt from quiz_attempts
    where email like 'leitor-%-%@exemplo.com.br'
  `.execute(db);
  return rows.map(({ attempt }) => attempt).sort();
};

/** Readers who submit one quiz after another until stopped. No attempt is repeated. */
export const startReaders = (url: string, quizzes: Quizzes) => {
  const report = { accepted: [] as string[], failed: [] as string[], slowestMs: 0 };
  let stopping = false;
  const reader = async (id: number) => {
    for (let turn = 0; !stopping; turn += 1) {
      const email = `leitor-${id}-${turn}@exemplo.com.br`;
      const token = await signedToken({ role: 'reader', email }, fleetSecret);
      for (const [quiz, fieldIds] of quizzes) {
        const startedAt = performance.now();
        const response = await fetch(`${url}/quiz/submit`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            quizId: quiz,
            answers: fieldIds.map((fieldId) => ({ fieldId, answer: 'sim' })),
          }),
        }).catch((error: unknown) => ({ status: 0, text: async () => String(error) }));
        const text = await response.text();
        report.slowestMs = Math.max(report.slowestMs, performance.now() - startedAt);
        if (response.status === 200) report.accepted.push(`${quiz} ${email}`);
        else report.failed.push(`${response.status} ${text}`);
      }
    }
  };
  const readers = [1, 2].map(reader);
  return {
    accepted: () => report.accepted.length,
    failed: () => report.failed.length,
    stop: async () => {
      stopping = true;
      await Promise.all(readers);
      return report;
    },
  };
};
