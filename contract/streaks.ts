import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { count, dataEnvelope, timestamp } from './fields.ts';
import { groupRankingOutcomes, outcomes } from './outcome.ts';

const position = z
  .int()
  .meta({ openapi: { type: 'integer', minimum: 1 }, description: 'A partir de 1.' });

/** One reader in a ranking (specification §2.7). */
export const RankingEntry = z
  .object({
    position,
    displayName: z.string().meta({ description: '`Leitor Anônimo` quando não há nome.' }),
    email: z.string().meta({ description: 'Mascarado.', example: 'ma***@exemplo.com.br' }),
    currentStreak: count,
    maxStreak: count,
    lastInteractionDate: z
      .string()
      .nullable()
      .meta({ description: '`DD/MM/YYYY HH:MM:SS` em São Paulo.', example: '10/03/2026 11:30:00' }),
  })
  .meta({ id: 'RankingEntry' });
export type RankingEntry = z.infer<typeof RankingEntry>;

/** The hundred readers with the longest current streaks (specification §4.8). */
export const GlobalRanking = z
  .object({
    ranking: z.array(RankingEntry),
    lastUpdated: timestamp,
    cacheInfo: z
      .object({
        cached: z.boolean(),
        ttl: count.describe('Segundos até a próxima atualização, às 05:00 de Brasília.'),
      })
      .meta({ id: 'RankingCacheInfo' }),
  })
  .meta({ id: 'GlobalRanking' });
export type GlobalRanking = z.infer<typeof GlobalRanking>;

/** The group a ranking belongs to (specification §2.8). */
export const GroupSummary = z
  .object({
    groupId: z.string(),
    groupName: z.string(),
    description: z.string().nullable(),
    isPublic: z.boolean(),
    ownerEmail: z.string().meta({ description: 'Mascarado.', example: 'ma***@exemplo.com.br' }),
    memberCount: count,
  })
  .meta({ id: 'GroupSummary' });
export type GroupSummary = z.infer<typeof GroupSummary>;

/** The ranking of a group (specification §4.8). */
export const GroupRanking = z
  .object({ group: GroupSummary, ranking: z.array(RankingEntry), lastUpdated: timestamp })
  .meta({ id: 'GroupRanking' });
export type GroupRanking = z.infer<typeof GroupRanking>;

export const streaksContract = initContract().router({
  getGlobalRanking: {
    method: 'GET',
    path: '/streaks/ranking/global',
    summary: 'Ranking global de leitura',
    description:
      'Os 100 leitores com as maiores sequências atuais e atividade nos últimos 7 dias. Público.',
    ...outcomes(
      { 200: dataEnvelope('GlobalRankingResponse', GlobalRanking) },
      { access: 'public', cost: 'ranking', base: 'streaks' },
    ),
  },
  getGroupRanking: {
    method: 'GET',
    path: '/streaks/groups/:groupId/ranking',
    summary: 'Ranking de um grupo',
    description: 'Todos os membros do grupo. Grupos privados: somente membros ativos.',
    pathParams: z.object({ groupId: z.string().describe('Identificador do grupo.') }),
    ...groupRankingOutcomes(
      { 200: dataEnvelope('GroupRankingResponse', GroupRanking) },
      {
        access: 'reader',
        cost: 'read',
        base: 'streaks',
        failures: ['group-not-found', 'group-forbidden', 'ranking-timed-out'],
      },
    ),
  },
});
