import type { Response } from 'express';
import type { GlobalRanking, GroupSummary } from '../../contract/index.ts';
import { ok } from '../http/router.ts';
import { maskEmail } from '../text/email-mask.ts';
import type { GroupRanking } from './group-ranking.ts';

/**
 * Sends the global ranking. A reader who hides disappears from caches within five seconds. It has no entity
 * tag, because a 304 would leave the caller with an old `ttl`.
 */
export const globalRankingResponse = (res: Response, ranking: GlobalRanking) => {
  res.set('Cache-Control', 'public, max-age=5');
  return ok<GlobalRanking>(ranking);
};

export const groupRankingToWire = ({ group, entries, madeAt }: GroupRanking) => ({
  group: {
    groupId: group.id,
    groupName: group.name,
    description: group.description,
    isPublic: group.isPublic,
    ownerEmail: maskEmail(group.ownerEmail),
    memberCount: entries.length,
  } satisfies GroupSummary,
  ranking: entries,
  lastUpdated: madeAt.toISOString(),
});
