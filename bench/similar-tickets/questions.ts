import { sql } from 'kysely';
import type { Db } from '../../db/connection/database.ts';

/** Number of topics; ticket `id` has the topic `id % topics`. */
export const topics = 200;
const topicWords = 12;
const commonWords = 4_000;

/** Deterministic made-up words that the Portuguese stemmer accepts. */
const words = (count: number, seed: number): string[] => {
  let state = seed;
  const pick = (text: string) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return text[Math.floor((state / 2 ** 32) * text.length)] ?? '';
  };
  const made = new Set<string>();
  while (made.size < count) {
    made.add(
      Array.from({ length: 4 }, () => pick('bcdfglmnprstvz') + pick('aeiou')).join('') +
        pick('lrzm'),
    );
  }
  return [...made];
};

/** Creates the function that generates questions. */
export const prepare = async (db: Db): Promise<void> => {
  // A question has 25 common words (long tail), 5 words of its topic and a unique one. Function variables hold the word lists;
  // a column would be detoasted for every word.
  await sql
    .raw(`
      create function made_questions(first integer, last integer, common text[], of_topics text[])
      returns table (n integer, topic integer, subject text, question text) language plpgsql as $$
      begin
        for i in first .. last loop
          n := i;
          topic := abs(n) % ${topics};
          subject := of_topics[1 + topic * ${topicWords} + abs(n) / 7 % ${topicWords}] || ' ' || common[1 + abs(n) % 50];
          question := 'nome' || md5(n::text);
          for j in 1 .. 25 loop
            question := question || ' ' || common[1 + floor(power(random(), 4) * ${commonWords})::integer];
          end loop;
          for j in 1 .. 5 loop
            question := question || ' ' || of_topics[1 + topic * ${topicWords} + floor(random() * ${topicWords})::integer];
          end loop;
          return next;
        end loop;
      end
      $$
    `)
    .execute(db);
};

const madeQuestions = (first: number, last: number) =>
  sql`made_questions(${first}::integer, ${last}::integer, ${words(commonWords, 1)}::text[], ${words(topics * topicWords, 2)}::text[])`;

/** Adds settled tickets `from` to `to` with a question and an agent's reply; returns the seconds of indexing them. */
export const fill = async (db: Db, from: number, to: number): Promise<number> => {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    // Bulk load without triggers: the backfill below does their work.
    await sql`set session_replication_role = replica`.execute(connection);
    await sql`create temporary table made as select * from ${madeQuestions(from + 1, to)}`.execute(
      connection,
    );
    await sql`
      insert into tickets (subject, main, status, requester_name)
      select subject, 'topic ' || topic, case when n % 3 = 0 then 'closed' else 'resolved' end::ticket_status, 'Nome ' || n
      from made order by n
    `.execute(connection);
    await sql`
      insert into ticket_messages (ticket_id, author, origin, body) select n, 'x', 'requester', question from made
    `.execute(connection);
    await sql`drop table made`.execute(connection);
    await sql`
      insert into ticket_messages (ticket_id, author, origin, body)
      select n, 'ana', 'agent', 'Resposta ao caso ' || n from generate_series(${from + 1}::integer, ${to}::integer) n
    `.execute(connection);
    await sql`reset session_replication_role`.execute(connection);
    await sql`analyze tickets, ticket_messages`.execute(connection);
  });
  const started = performance.now();
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`set maintenance_work_mem = '1GB'`.execute(connection);
    await sql`drop index ticket_search_tsv_idx`.execute(connection);
    await sql`
      insert into ticket_search (ticket_id, tsv)
      select t.id, ticket_question_tsv(t.subject, m.body)
      from tickets t join ticket_messages m on m.ticket_id = t.id and m.origin = 'requester'
      where t.id > ${from} and t.id <= ${to}
    `.execute(connection);
    await sql`create index ticket_search_tsv_idx on ticket_search using gin (tsv) with (fastupdate = off)`.execute(
      connection,
    );
    await sql`vacuum analyze ticket_search`.execute(connection);
    await sql`reset maintenance_work_mem`.execute(connection);
    await sql`reset statement_timeout`.execute(connection);
  });
  return (performance.now() - started) / 1_000;
};

/** A new ticket's question. */
export interface Asked {
  topic: number;
  subject: string;
  question: string;
}

/** Questions of the same distribution as the settled tickets. */
export const ask = async (db: Db, count: number): Promise<Asked[]> => {
  const { rows } =
    await sql<Asked>`select topic, subject, question from ${madeQuestions(-count, -1)}`.execute(db);
  return rows;
};
