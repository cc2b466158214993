import { LRUCache } from 'lru-cache';
import { parseMember, type RankedReader } from '../../db/rankings.ts';
import { entryOf } from './entry.ts';

/** A member of a group without a position yet. */
export interface MemberEntry {
  /** Orders members by current, then longest streak. */
  streaks: number;
  /** JSON of the entry that follows its position. */
  afterPosition: string;
}

// Members hardly change from one ranking of their group to the next, and writing an entry takes several times as long as finding it.
const newCache = () => new LRUCache<string, MemberEntry>({ max: 20_000 });
const entriesForAll = newCache();
const entriesForMembers = newCache();

/** The entry of a member, from the line that the database returned. Members of a private group know each other. */
export const memberEntryOf = (line: string, { isPublic }: { isPublic: boolean }): MemberEntry => {
  const cache = isPublic ? entriesForAll : entriesForMembers;
  const known = cache.get(line);
  if (known) return known;
  const member = parseMember(line);
  const isAnonymous = member.isAnonymous && isPublic;
  const entry = {
    streaks: streakOrder(member),
    afterPosition: JSON.stringify(entryOf({ ...member, isAnonymous }, 0)).slice(beginning.length),
  };
  // A copy: V8 would keep the whole page of members for a part of it.
  cache.set(Buffer.from(line).toString(), entry);
  return entry;
};

const beginning = '{"position":0';

/** JSON of an entry at a position. */
export const positioned = ({ afterPosition }: MemberEntry, position: number): string =>
  `{"position":${position}${afterPosition}`;

/** No streak has as many as 2^26 days. */
const streakOrder = ({ currentStreak, maxStreak }: RankedReader): number =>
  currentStreak * 2 ** 26 + maxStreak;
