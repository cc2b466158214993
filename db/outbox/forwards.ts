import { sql } from 'kysely';
import type { Db } from '../connection/database.ts';

/** The content of a forward, sanitised; the column is `outbox.content`. */
export interface ForwardContent {
  /** The agent's text above the message. */
  html: string;
  /** The forwarded message with its header. */
  forwarded: string;
}

/** Finds the content of a forward; undefined if its mail was deleted. */
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
