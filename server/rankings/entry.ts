import { z } from 'zod';
import type { RankedReader } from '../../db/rankings/global-ranking.ts';
import type { RankedMember } from '../../db/rankings/group-ranking.ts';
import { formatCivilMoment } from '../core/civil-time.ts';
import { maskEmail } from '../text/email-mask.ts';

/** The name shown for anonymous readers and readers without a name. */
const anonymousName = 'Leitor Anônimo';
const hiddenEmail = '***@***';

/**
 * A reader in a ranking (docs/behaviour/streaks.md#rankings). `wire.ts` checks that it matches the contract.
 */
export const rankingEntry = z.strictObject({
  position: z.int(),
  displayName: z.string(),
  email: z.string(),
  currentStreak: z.int(),
  maxStreak: z.int(),
  lastInteractionDate: z.string().nullable(),
});
export type RankingEntry = z.infer<typeof rankingEntry>;

/** The entry of a reader at a position. An anonymous reader has neither name nor e-mail. */
export const entryOf = (reader: RankedReader, position: number): RankingEntry => {
  const { lastInteractionAt } = reader;
  const lastInteraction = lastInteractionAt && formatCivilMoment(lastInteractionAt);
  return memberEntryOf({ ...reader, lastInteraction }, position);
};

export const memberEntryOf = (reader: RankedMember, position: number): RankingEntry => ({
  position,
  displayName: (reader.isAnonymous ? null : reader.name) ?? anonymousName,
  email: reader.isAnonymous ? hiddenEmail : maskEmail(reader.email),
  currentStreak: reader.currentStreak,
  maxStreak: reader.maxStreak,
  lastInteractionDate: reader.lastInteraction,
});
