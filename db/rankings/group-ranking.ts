import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import { runPrepared } from '../connection/prepared-statements.ts';

/** A member of a group, as its ranking shows them. */
export interface RankedMember {
  email: string;
  /** Null if no name is known. */
  name: string | null;
  currentStreak: number;
  maxStreak: number;
  /** `DD/MM/YYYY HH:MM:SS` in São Paulo; null without a streak. */
  lastInteraction: string | null;
  /** Whether rankings that anybody may read leave out the name and the e-mail. */
  isAnonymous: boolean;
}

/**
 * The members of a group: by current streak, longest streak, then the order of joining. May take
 * three times as long as other statements. They come as one JSON text with formatted moments: for a
 * thousand of them, a row each and Intl would take longer than all else here.
 */
export const listRankedMembers = (db: Db, groupId: string): Promise<RankedMember[]> =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '30s'`.execute(tx);
    return selectMembers(tx, groupId);
  });

const selectMembers = async (tx: Tx, groupId: string): Promise<RankedMember[]> => {
  const [row] = await runPrepared(
    tx,
    sql<{ members: RankedMember[] }>`
      select coalesce(json_agg(member), '[]') as members from (
        select email, name, current_streak as "currentStreak", max_streak as "maxStreak",
          to_char(
            to_timestamp(last_interaction) at time zone 'America/Sao_Paulo', 'DD/MM/YYYY HH24:MI:SS'
          ) as "lastInteraction",
          anonymous as "isAnonymous"
        from group_members where group_id = ${groupId}
        order by current_streak desc, max_streak desc, added
      ) as member
    `.compile(tx),
  );
  return row?.members ?? [];
};
