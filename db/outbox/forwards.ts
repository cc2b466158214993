import { sql } from 'kysely';
import type { Db } from '../connection/database.ts';

/** `outbox.content` of a forward, sanitised. */
export interface ForwardContent {
  /** Written by the agent above the message. */
  html: string;
  /** The forwarded message under its header. */
  forwarded: string;
}

/** Undefined: its mail is gone. */
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
