import { masked } from '../mask.ts';
import { nextRankingExpiry } from '../ranking-expiry.ts';
import { Refusal } from '../refusal.ts';
import { statement } from './database.ts';

interface Entry {
  position: number;
  displayName: string;
  email: string;
  currentStreak: number;
  maxStreak: number;
  lastInteractionDate: string | null;
}

interface Group {
  id: string;
  name: string;
  description: string | null;
  isPublic: boolean;
  ownerEmail: string;
}

const entry = (email: string, order: string): string => `
  row_number() over (order by ${order})::integer as position,
  coalesce(a.name, 'Leitor Anônimo') as "displayName",
  left(${email}, least(2, strpos(${email}, '@') - 1)) || '***' || substr(${email}, strpos(${email}, '@')) as email,
  coalesce(s.current_streak, 0) as "currentStreak", coalesce(s.max_streak, 0) as "maxStreak",
  to_char(s.last_interaction_at at time zone 'America/Sao_Paulo', 'DD/MM/YYYY HH24:MI:SS') as "lastInteractionDate"`;

const rankReaders = statement<Entry>(
  'rank-readers',
  `select ${entry('s.email', 's.current_streak desc, s.max_streak desc, s.seniority desc, s.email')}
  from streaks s left join accounts a on a.email = s.email
  where s.current_streak > 0 and s.last_interaction_at >= now() - interval '168 hours'
  order by 1 limit 100`,
);

const rankMembers = statement<Entry>(
  'rank-members',
  `select ${entry('m.email', 'coalesce(s.current_streak, 0) desc, coalesce(s.max_streak, 0) desc, m.added')}
  from group_members m left join streaks s on s.email = m.email left join accounts a on a.email = m.email
  where m.group_id = $1 order by 1`,
);

const findGroup = statement<Group>(
  'find-group',
  'select id, name, description, is_public as "isPublic", owner_email as "ownerEmail" from groups where id = $1',
);

let kept: { ranking: Entry[]; lastUpdated: Date; expiresAt: number } | undefined;

/** The global ranking, cached in the process until 05:00. */
export const globalRanking = async () => {
  const now = Date.now();
  const cached = kept !== undefined && kept.expiresAt > now;
  if (!kept || !cached) {
    kept = {
      ranking: await rankReaders(),
      lastUpdated: new Date(now),
      expiresAt: nextRankingExpiry(now),
    };
  }
  const { ranking, lastUpdated, expiresAt } = kept;
  const ttl = Math.ceil((expiresAt - now) / 1_000);
  return { ranking, lastUpdated, cacheInfo: { cached, ttl } };
};

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The ranking of a public group. */
export const groupRanking = async (id: string) => {
  const [group] = uuid.test(id) ? await findGroup([id]) : [];
  if (!group?.isPublic) throw new Refusal(404, 'Grupo não encontrado');
  const ranking = await rankMembers([id]);
  return {
    group: {
      groupId: group.id,
      groupName: group.name,
      description: group.description,
      isPublic: group.isPublic,
      ownerEmail: masked(group.ownerEmail),
      memberCount: ranking.length,
    },
    ranking,
    lastUpdated: new Date(),
  };
};
