import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase, type Tx } from '../../db/connection/database.ts';
import {
  listAnsweredTickets,
  listWordMatches,
  refreshLexemeCounts,
} from '../../db/replies/similar-tickets.ts';
import { wordSearchBounds } from '../../server/replies/similar.ts';
import { cloneDatabase, withoutTrace } from '../database.ts';

const clone = await cloneDatabase();
const { db, close } = await openDatabase(clone.location, () => undefined);
afterAll(async () => {
  await close();
  await clone.drop();
});

/** A ticket with this question and these answers of agents; settled unless told otherwise. */
const add = async (tx: Tx, question: string, { answers = ['Sim.'], status = 'resolved' } = {}) => {
  const { rows } = await sql<{ id: number }>`
    insert into tickets (subject, main, issue, requester_name) values ('', 'Conta', 'Acesso', 'Rui') returning id
  `.execute(tx);
  const id = rows[0]?.id ?? 0;
  for (const [origin, body] of [
    ['requester', question],
    ...answers.map((answer) => ['agent', answer] as const),
  ]) {
    await sql`insert into ticket_messages (ticket_id, author, origin, body) values (${id}, 'x', ${origin}::message_origin, ${body})`.execute(
      tx,
    );
  }
  await sql`update tickets set status = ${status}::ticket_status where id = ${id}`.execute(tx);
  return id;
};

const ask = async (
  tx: Tx,
  question: { subject?: string; text: string; exceptId?: number },
  bounds = {},
) => {
  const asked = { subject: '', exceptId: 0, ...question };
  const rows = await listWordMatches(tx, asked, { ...wordSearchBounds, ...bounds });
  return rows.map(({ ticketId, coverage }) => [ticketId, Number(coverage.toFixed(3))]);
};

/** Says in how many tickets a word occurs. */
const count = (tx: Tx, word: string, tickets: number) =>
  sql`insert into lexeme_df (lexeme, ndoc) select lexeme, ${tickets}::integer from unnest(to_tsvector('portuguese', ${word}))`.execute(
    tx,
  );

describe('the search by words', () => {
  it('finds the settled tickets with the most words of the question, the newer one first', () =>
    withoutTrace(db, async (tx) => {
      const both = await add(tx, 'xalfa xbeta');
      const [older, newer] = [await add(tx, 'xalfa'), await add(tx, 'xalfa', { status: 'closed' })];
      await add(tx, 'xgama');
      await add(tx, 'xalfa xbeta', { status: 'in_progress' });
      await add(tx, 'xalfa xbeta', { answers: [] });
      const question = { subject: 'xalfa', text: 'xbeta' };
      expect(await ask(tx, question)).toEqual([
        [both, 1],
        [newer, 0.5],
        [older, 0.5],
      ]);
      expect(await ask(tx, question, { tickets: 2 })).toEqual([
        [both, 1],
        [newer, 0.5],
      ]);
      expect(await ask(tx, { ...question, exceptId: both })).toEqual([
        [newer, 0.5],
        [older, 0.5],
      ]);
      expect(await ask(tx, { text: 'xnada' })).toEqual([]);
      const late = await add(tx, 'xlate', { status: 'closed', answers: [] });
      const answer = { ticket_id: late, author: 'Ana', origin: 'agent', body: 'Sim.' } as const;
      await tx.insertInto('ticket_messages').values(answer).execute();
      expect(await ask(tx, { text: 'xlate' })).toEqual([[late, 1]]);
    }));

  it('weighs rare words; common words find nothing alone', () =>
    withoutTrace(db, async (tx) => {
      await count(tx, 'xalfa', 2);
      await count(tx, 'xbeta', 3);
      await count(tx, 'xgama', 100);
      const rare = await add(tx, 'xalfa');
      const common = await add(tx, 'xbeta');
      await add(tx, 'xgama');
      await add(tx, 'xdelta');
      const unknown = await add(tx, 'xdeltalonguissimo');
      const two = await add(tx, 'xalfa xbeta');
      const text = 'xgama xdelta xbeta xdeltalonguissimo xalfa';
      const bounds = { lexemes: 2, uncounted: 1 };
      const [ofRare, ofCommon, ofUnknown] = [2, 3, 1].map((n) => 1 / Math.log(Math.E + n));
      const all = (ofRare ?? 0) + (ofCommon ?? 0) + (ofUnknown ?? 0);
      const share = (...parts: (number | undefined)[]) =>
        Number((parts.reduce<number>((sum, part) => sum + (part ?? 0), 0) / all).toFixed(3));
      expect(await ask(tx, { text }, { ...bounds, candidates: 4 })).toEqual([
        [two, share(ofRare, ofCommon)],
        [unknown, share(ofUnknown)],
        [rare, share(ofRare)],
      ]);
      const found = await ask(tx, { text }, { ...bounds, candidates: 5 });
      expect(found.map(([id]) => id)).toEqual([two, unknown, common, rare]);
    }));

  it('counts the tickets of each word that several have, in place of former counts', () =>
    withoutTrace(db, async (tx) => {
      await count(tx, 'xomega xalfa', 50);
      await add(tx, 'xalfa xbeta');
      await add(tx, 'xalfa xbeta xgama');
      await add(tx, 'xalfa');
      await refreshLexemeCounts(tx, 50_000);
      const counted = () =>
        tx
          .selectFrom('lexeme_df')
          .selectAll()
          .where('lexeme', 'like', 'x%')
          .orderBy('lexeme')
          .execute();
      expect(await counted()).toEqual([
        { lexeme: 'xalf', ndoc: 3 },
        { lexeme: 'xbet', ndoc: 2 },
      ]);
    }));

  it('gives of a settled ticket what its last agent answered, cut', () =>
    withoutTrace(db, async (tx) => {
      const settled = await add(tx, 'xalfa', { answers: ['Não.', 'Talvez amanhã.'] });
      const other = await add(tx, 'xalfa', { answers: ['Pode.'] });
      const open = await add(tx, 'xalfa', { status: 'open' });
      const kind = { main: 'Conta', issue: 'Acesso', requesterName: 'Rui' };
      expect(await listAnsweredTickets(tx, [settled, open], 6)).toEqual([
        { ticketId: settled, ...kind, answer: 'Talvez' },
      ]);
      expect(await listAnsweredTickets(tx, [other], 6)).toMatchObject([{ answer: 'Pode.' }]);
    }));
});
