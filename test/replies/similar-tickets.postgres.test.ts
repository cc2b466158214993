import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, type Db, openDatabase } from '../../db/connection/database.ts';
import { listWordMatches } from '../../db/replies/similar-tickets.ts';
import { wordSearchBounds } from '../../server/replies/similar.ts';
import { clonePostgres, type TestDatabase } from '../database.ts';

let clone: TestDatabase;
let database: Database;
let db: Db;

beforeAll(async () => {
  clone = await clonePostgres();
  database = await openDatabase(clone.location, () => undefined);
  db = database.db;
});

afterAll(async () => {
  await database.close();
  await clone.drop();
});

/** How many rows of the search table differ from what the tickets say. */
const countWrongRows = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    with right_rows as (
      select t.id as ticket_id, ticket_question_tsv(t.subject, (
        select body from ticket_messages where ticket_id = t.id and origin = 'requester' order by id limit 1
      )) as tsv
      from tickets t
      where status in ('resolved', 'closed')
        and exists (select from ticket_messages where ticket_id = t.id and origin = 'agent')
    )
    select count(*)::integer as count from right_rows r full join ticket_search s using (ticket_id)
    where r.tsv is distinct from s.tsv
  `.execute(db);
  return rows[0]?.count ?? -1;
};

const addTickets = (count: number, to = db) =>
  sql`
    with made as (
      insert into tickets (subject, main) select 'assunto ' || n, 'x' from generate_series(1, ${count}::integer) n returning id
    )
    insert into ticket_messages (ticket_id, author, origin, body)
    select id, 'x', 'requester', 'pergunta sobre boleto ' || id from made
  `.execute(to);

describe('the search table of settled tickets', () => {
  it('stays consistent under changes of any kind and order by twelve concurrent writers', async () => {
    await addTickets(40);
    const write = async (seed: number) => {
      let state = seed;
      const next = (below: number) => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
      };
      for (let step = 0; step < 60; step += 1) {
        const id = 1 + next(40);
        const status = ['open', 'in_progress', 'resolved', 'closed'][next(4)];
        const origin = ['requester', 'agent', 'ai'][next(3)];
        // The service locks the ticket before every change too.
        await db.transaction().execute(async (tx) => {
          await sql`select from tickets where id = ${id} for update`.execute(tx);
          if (next(3) === 0) {
            await sql`insert into ticket_messages (ticket_id, author, origin, body)
              values (${id}, 'x', ${origin}::message_origin, 'texto ' || ${step}::text)`.execute(
              tx,
            );
          } else {
            await sql`update tickets set status = ${status}::ticket_status,
              subject = case when ${next(4)}::integer = 0 then 'outro ' || ${step}::text else subject end where id = ${id}`.execute(
              tx,
            );
          }
        });
      }
    };
    await Promise.all(Array.from({ length: 12 }, (_, index) => write(index + 1)));
    expect(await countWrongRows()).toBe(0);
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::integer from ticket_search`.execute(db);
    expect(rows[0]?.count).toBeGreaterThan(0);
    await sql`delete from tickets where id <= 20`.execute(db);
    expect(await countWrongRows()).toBe(0);
  });

  it.each([
    ["d'água \\ barra \\' & | ! <-> :* (", true],
    ["jarra d'água", true],
    ['x'.repeat(5_000), false],
    ['', false],
    ['  ', false],
    ['& | !', false],
  ])('takes the search %j as words', async (text, found) => {
    await sql`
      with made as (
        insert into tickets (subject, main, status) values ('A jarra d''água \\ barra', 'x', 'resolved') returning id
      ), answered as (
        insert into ticket_messages (ticket_id, author, origin, body) select id, 'x', 'agent', 'resposta' from made
      )
      insert into ticket_messages (ticket_id, author, origin, body) select id, 'x', 'requester', 'vazou' from made
    `.execute(db);
    const matches = await listWordMatches(
      db,
      { subject: text, text, exceptId: 0 },
      wordSearchBounds,
    );
    expect(matches.length > 0).toBe(found);
  });
});
