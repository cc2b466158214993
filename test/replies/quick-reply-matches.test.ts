import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { openDatabase, type Tx } from '../../db/connection/database.ts';
import { listQuickReplyMatches } from '../../db/replies/similar-quick-replies.ts';
import { cloneDatabase, withoutTrace } from '../database.ts';

const clone = await cloneDatabase();
const { db, close } = await openDatabase(clone.location, () => undefined);
afterAll(async () => {
  await close();
  await clone.drop();
});

const add = async (tx: Tx, title: string, content = 'Oi') => {
  const { id } = await tx
    .insertInto('quick_replies')
    .values({ title, content, category: 'geral', shortcut: `/${crypto.randomUUID()}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

it('quick replies are found by the words of title and content, the most and the rarest first', () =>
  withoutTrace(db, async (tx) => {
    const weight = (tickets: number) => 1 / Math.log(Math.E + tickets);
    await sql`insert into lexeme_df (lexeme, ndoc) values ('xbet', 9)`.execute(tx);
    const [rare, common] = [weight(1), weight(9)];
    const all = await add(tx, 'xalfa', '<p>xbeta</p>');
    const ofRare = await add(tx, 'xalfa');
    const ofCommon = [await add(tx, 'Oi', 'xbeta'), await add(tx, 'xbeta')];
    await add(tx, 'xgama');
    const ask = async (limit: number, text = 'xbeta') =>
      (await listQuickReplyMatches(tx, { subject: 'xalfa', text }, limit)).map((row) => [
        row.quickReplyId,
        Number(row.coverage.toFixed(6)),
      ]);
    const share = (part: number) => Number((part / (rare + common)).toFixed(6));
    const found = [
      [all, 1],
      [ofRare, share(rare)],
      ...ofCommon.reverse().map((id) => [id, share(common)]),
    ];
    expect(await ask(5)).toEqual(found);
    expect(await ask(2)).toEqual(found.slice(0, 2));
    await add(tx, 'Oi', `${'y '.repeat(2_500)}xdelta`);
    expect(await ask(5, 'xdelta')).toEqual([all, ofRare].reverse().map((id) => [id, 0.5]));
  }));
