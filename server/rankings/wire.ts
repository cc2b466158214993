import type { GlobalRanking, GroupSummary, RankingEntry } from '../../contract/index.ts';
import { reusable } from '../http/router.ts';
import { maskEmail } from '../text/email-mask.ts';
import { entryOf } from './entry.ts';
import type { CachedRanking } from './global-ranking.ts';
import type { GroupRanking } from './group-ranking.ts';

// Rankings are serialised where they are built; an entry that is not the contract's does not compile.
entryOf satisfies (...reader: never) => RankingEntry;

const head = Buffer.from('{"success":true,"data":');

const responseOf = ({ json }: CachedRanking, tail: string) =>
  reusable<{ success: true; data: GlobalRanking }>(
    // Without the brace that closes the object.
    Buffer.concat([head, json.subarray(0, -1), Buffer.from(tail)]),
    // A reader who hides from the ranking is gone from caches after five seconds. No entity tag: a 304 would leave a caller with an old `ttl`.
    { 'Cache-Control': 'public, max-age=5' },
  );

const latest = new WeakMap<Buffer, { tail: string; response: ReturnType<typeof responseOf> }>();

/** The response with the cached ranking: its bytes as they are and the cache's state. Built once a second, when `ttl` changes. */
export const globalRankingResponse = (ranking: CachedRanking): ReturnType<typeof responseOf> => {
  const tail = `,"cacheInfo":{"cached":${ranking.cached},"ttl":${ranking.ttl}}}}`;
  const known = latest.get(ranking.json);
  if (known?.tail === tail) return known.response;
  const response = responseOf(ranking, tail);
  latest.set(ranking.json, { tail, response });
  return response;
};

/** The response body of a group's ranking, in pieces. */
export const groupRankingBody = (ranking: GroupRanking): Buffer[] => {
  const start = `{"success":true,"data":{"group":${JSON.stringify(summaryOf(ranking))},"ranking":[`;
  const end = `],"lastUpdated":${JSON.stringify(ranking.madeAt)}}}`;
  const body = [Buffer.from(start), ...ranking.pieces, Buffer.from(end)];
  return ranking.pieces.length < 2 ? [Buffer.concat(body)] : body;
};

const summaryOf = ({ group, memberCount }: GroupRanking): GroupSummary => ({
  groupId: group.id,
  groupName: group.name,
  description: group.description,
  isPublic: group.isPublic,
  ownerEmail: maskEmail(group.ownerEmail),
  memberCount,
});
