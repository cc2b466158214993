import { sql } from 'kysely';
import type { Db } from '../connection/database.ts';
import { isStatementTimeout } from '../connection/errors.ts';
import { runPrepared } from '../connection/prepared-statements.ts';
import type { GroupRow } from '../groups/groups.ts';

export interface RankedMember {
  email: string;
  name: string | null;
  currentStreak: number;
  maxStreak: number;
  /** A time as `DD/MM/YYYY HH:MM:SS` in São Paulo; null without a streak. */
  lastInteraction: string | null;
  /** True if the ranking omits the name and the e-mail. */
  isAnonymous: boolean;
}

/**
 * Lists the members of a group in the order of joining. A read that hits the statement timeout is retried
 * once with 20 s.
 */
export const listRankedMembers = async (
  db: Db,
  group: Pick<GroupRow, 'id' | 'isPublic'>,
): Promise<RankedMember[]> => {
  try {
    return await selectMembers(db, group);
  } catch (error) {
    if (!isStatementTimeout(error)) throw error;
    return db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = '20s'`.execute(tx);
      return selectMembers(tx, group);
    });
  }
};

const selectMembers = (
  db: Db,
  { id, isPublic }: Pick<GroupRow, 'id' | 'isPublic'>,
): Promise<RankedMember[]> =>
  runPrepared(
    db,
    sql<RankedMember>`
      select ${columnsIn(isPublic)} from group_members where group_id = ${id} order by added
    `.compile(db),
  );

const columnsIn = (isPublic: boolean) => sql`
  email, name, current_streak as "currentStreak", max_streak as "maxStreak",
  to_char(
    to_timestamp(last_interaction) at time zone 'America/Sao_Paulo', 'DD/MM/YYYY HH24:MI:SS'
  ) as "lastInteraction",
  -- Members of a private group know each other.
  anonymous and ${isPublic} as "isAnonymous"`;

/** The place of a member in the ranking; a page begins after it. */
export interface RankedPlace extends Pick<RankedMember, 'currentStreak' | 'maxStreak'> {
  position: number;
  memberId: number;
}

/** Lists a page of members in the order of the ranking. It reads all members, but sorts only the page's. */
export const listRankedPage = async (
  db: Db,
  { id, isPublic }: Pick<GroupRow, 'id' | 'isPublic'>,
  { after, limit }: { after: RankedPlace | undefined; limit: number },
): Promise<(RankedMember & Pick<RankedPlace, 'memberId'>)[]> => {
  const isAfter = after
    ? sql`(current_streak, max_streak, -added) < (${after.currentStreak}::integer, ${after.maxStreak}::integer, ${-after.memberId}::bigint)`
    : sql`true`;
  const { rows } = await sql<RankedMember & Pick<RankedPlace, 'memberId'>>`
    select ${columnsIn(isPublic)}, added::integer as "memberId" from (
      select * from group_members where group_id = ${id} and ${isAfter}
      order by current_streak desc, max_streak desc, added limit ${limit}
    ) page
    order by current_streak desc, max_streak desc, added`.execute(db);
  return rows;
};
