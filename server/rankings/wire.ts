import type { GroupSummary, RankingEntry } from '../../contract/index.ts';
import { maskEmail } from '../email-mask.ts';
import { type Caching, weakTagOf } from '../http/conditional.ts';
import { entryOf } from './entry.ts';
import type { CachedRanking } from './global-ranking.ts';
import type { GroupRanking } from './group-ranking.ts';

// Rankings are serialised where they are built; an entry that is not the contract's does not compile.
entryOf satisfies (...reader: never) => RankingEntry;

const head = Buffer.from('{"success":true,"data":');
const latest = new WeakMap<Buffer, { tail: string; body: Buffer }>();

/** The response body of a cached ranking: its bytes as they are and the cache's state. Built once a second, when `ttl` changes. */
export const globalRankingBody = ({ json, cached, ttl }: CachedRanking): Buffer => {
  const tail = `,"cacheInfo":{"cached":${cached},"ttl":${ttl}}}}`;
  const known = latest.get(json);
  if (known?.tail === tail) return known.body;
  // Without the brace that closes the object.
  const body = Buffer.concat([head, json.subarray(0, -1), Buffer.from(tail)]);
  latest.set(json, { tail, body });
  return body;
};

/** How the cached ranking may be cached outside: a change of it, such as a reader who hides, is seen after five seconds. */
export const globalRankingCaching = ({ loadedAt }: CachedRanking): Caching => ({
  // Weak: `cacheInfo` changes every second, the ranking does not.
  etag: weakTagOf(loadedAt),
  control: 'public, max-age=5',
});

/** The response body of a group's ranking, in pieces. */
export const groupRankingBody = (ranking: GroupRanking): Buffer[] => {
  const { pieces } = ranking;
  const start = `{"success":true,"data":{"group":${JSON.stringify(summaryOf(ranking))},"ranking":[`;
  const end = `],"lastUpdated":${JSON.stringify(ranking.madeAt)}}}`;
  if (pieces.length < 2) return [Buffer.from(start + pieces.join() + end)];
  const last = pieces.length - 1;
  return pieces.map((piece, index) =>
    Buffer.from(`${index === 0 ? start : ','}${piece}${index === last ? end : ''}`),
  );
};

const summaryOf = ({ group, memberCount }: GroupRanking): GroupSummary => ({
  groupId: group.id,
  groupName: group.name,
  description: group.description,
  isPublic: group.isPublic,
  ownerEmail: maskEmail(group.ownerEmail),
  memberCount,
});
