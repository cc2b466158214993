import type { RankedReader } from '../../db/rankings/global-ranking.ts';
import type { RankedMember } from '../../db/rankings/group-ranking.ts';
import { formatCivilMoment } from '../core/civil-time.ts';
import { maskEmail } from '../text/email-mask.ts';
import type { RankingEntry } from './outputs.ts';

/** The name shown for anonymous readers and readers without a name. */
const anonymousName = 'Leitor Anônimo';
const hiddenEmail = '***@***';

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
