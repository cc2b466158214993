import { sql } from 'kysely';
import type { Db } from '../connection/database.ts';

/** What the mail of a forward is made of, as `outbox.content` holds it. Both are safe HTML. */
export interface ForwardContent {
  /** What the agent wrote above it; empty: nothing. */
  html: string;
  /** The message that it passes on, under a head that says whose it is. */
  forwarded: string;
}

/** What was mailed with a note that says so; undefined if its mail is gone. */
export const findForwardContent = async (
  db: Db,
  noteId: number,
): Promise<ForwardContent | undefined> => {
  const row = await db
    .selectFrom('outbox')
    .select(sql<ForwardContent>`content`.as('content'))
    .where('note_id', '=', noteId)
    .executeTakeFirst();
  return row?.content;
};
