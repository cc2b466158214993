import { sql } from 'kysely';
import type { Db } from '../connection/database.ts';
import type { VectorSet } from './ticket-vectors.ts';

/** A quick reply whose current text has no vector in a set. */
interface UnembeddedQuickReply {
  quickReplyId: number;
  title: string;
  content: string;
  hash: string;
}

const hash = sql`md5(title || E'\n' || content)`;

/** Quick replies without a vector of their text in the set. */
export const listUnembeddedQuickReplies = async (
  db: Db,
  set: VectorSet,
  limit: number,
): Promise<UnembeddedQuickReply[]> => {
  const { rows } = await sql<UnembeddedQuickReply>`
    select id as "quickReplyId", title, content, ${hash} as hash from quick_replies q
    where not exists (
      select from quick_reply_vectors v
      where v.quick_reply_id = q.id and v.set_id = ${set.id} and v.hash = ${hash}
    ) order by id limit ${limit}`.execute(db);
  return rows;
};

/** Stores vectors of quick replies that still exist, and removes the vectors of former sets. */
export const insertQuickReplyVectors = async (
  db: Db,
  set: VectorSet,
  vectors: readonly { quickReplyId: number; hash: string; values: readonly number[] }[],
): Promise<void> => {
  for (const { quickReplyId, hash: of, values } of vectors) {
    await sql`
      insert into quick_reply_vectors (quick_reply_id, set_id, hash, embedding)
      select id, ${set.id}, ${of}, ${[...values]}::real[] from quick_replies where id = ${quickReplyId}
      on conflict (quick_reply_id, set_id) do update set hash = excluded.hash, embedding = excluded.embedding`.execute(
      db,
    );
  }
  await sql`
    delete from quick_reply_vectors where set_id not in (select id from embedding_sets)`.execute(
    db,
  );
};

/** Lists the quick replies nearest to a vector of the set, nearest first; needs pgvector. */
export const listNearQuickReplies = async (
  db: Db,
  set: VectorSet,
  { values, limit }: { values: readonly number[]; limit: number },
): Promise<{ quickReplyId: number }[]> => {
  const { rows } = await sql<{ quickReplyId: number }>`
    select quick_reply_id as "quickReplyId" from quick_reply_vectors where set_id = ${set.id}
    order by embedding::vector <=> ${`[${values.join(',')}]`}::vector limit ${limit}`.execute(db);
  return rows;
};
