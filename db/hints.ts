import type { Db } from './connection/database.ts';

/** What a hint may be about. */
export type HintKind = 'ticket' | 'draft' | 'quiz' | 'mail' | 'presence';

/**
 * Lets open pages know that something changed. Only for what leaves no act: triggers insert the hints of acts, mails, attachments and drafts.
 * Pages learn of it when the transaction commits.
 *
 * @param target `<kind>:<id>`; of `presence` the ticket's id
 */
export const insertHint = async (
  db: Db,
  target: `${HintKind}:${string | number}`,
): Promise<void> => {
  await db
    .insertInto('hints')
    .values({ target })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
