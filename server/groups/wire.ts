import type { GroupSummary } from '../../contract/index.ts';
import type { GroupRanking } from './ranking.ts';

/** The answer that carries a group's ranking (specification §4.8), its entries as the database wrote them. */
export const groupRankingAnswer = (ranking: GroupRanking): Buffer[] => {
  const { pieces } = ranking;
  const head = `{"success":true,"data":{"group":${JSON.stringify(summaryOf(ranking))},"ranking":[`;
  const tail = `],"lastUpdated":${JSON.stringify(ranking.madeAt)}}}`;
  if (pieces.length < 2) return [Buffer.from(head + pieces.join() + tail)];
  const last = pieces.length - 1;
  return pieces.map((piece, index) =>
    Buffer.from(`${index === 0 ? head : ','}${piece}${index === last ? tail : ''}`),
  );
};

const summaryOf = ({ group, memberCount }: GroupRanking): GroupSummary => ({
  groupId: group.id,
  groupName: group.name,
  description: group.description,
  isPublic: group.isPublic,
  ownerEmail: masked(group.ownerEmail),
  memberCount,
});

/** An e-mail as rankings show it: the first two characters, then `***@` and the domain (specification §2.7). */
const masked = (email: string): string => email.replace(/^([^@]{0,2})[^@]*/, '$1***');
