import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { count, dataEnvelope, optionalCount, timestamp } from './fields.ts';
import { groupRankingOutcomes, outcomes } from './outcome.ts';

const position = z
  .int()
  .meta({ openapi: { type: 'integer', minimum: 1 }, description: 'A partir de 1.', example: 1 });

const groupId = z.string().meta({ example: '9d7c2f3a-6d0b-4a53-8a39-0b7f7f1f6c11' });

/** One reader in a ranking. */
export const RankingEntry = z
  .object({
    position,
    displayName: z
      .string()
      .meta({ description: '`Leitor Anônimo` quando não há nome.', example: 'Maria S.' }),
    email: z.string().meta({ description: 'Mascarado.', example: 'ma***@exemplo.com.br' }),
    currentStreak: count.meta({ description: 'Dias seguidos de leitura.', example: 12 }),
    maxStreak: count.meta({ description: 'A maior sequência.', example: 30 }),
    lastInteractionDate: z
      .string()
      .nullable()
      .meta({ description: '`DD/MM/YYYY HH:MM:SS` em São Paulo.', example: '10/03/2026 11:30:00' }),
  })
  .meta({ id: 'RankingEntry', description: 'Um leitor em um ranking.' });
export type RankingEntry = z.infer<typeof RankingEntry>;

/** The hundred readers with the longest current streaks. */
export const GlobalRanking = z
  .object({
    ranking: z.array(RankingEntry).describe('Do primeiro ao último.'),
    lastUpdated: timestamp.describe('Quando o ranking foi montado.'),
    cacheInfo: z
      .object({
        cached: z.boolean().describe('Se o ranking veio do cache.'),
        ttl: count.describe('Segundos até a próxima atualização, às 05:00 de Brasília.'),
      })
      .meta({
        id: 'RankingCacheInfo',
        description: 'Se o ranking veio do cache, e até quando vale.',
      }),
  })
  .meta({ id: 'GlobalRanking', description: 'Os leitores com as maiores sequências atuais.' });
export type GlobalRanking = z.infer<typeof GlobalRanking>;

/** The group of a ranking. */
export const GroupSummary = z
  .object({
    groupId: groupId.describe('Identificador do grupo.'),
    groupName: z.string().meta({ description: 'Nome do grupo.', example: 'Clube da manhã' }),
    description: z
      .string()
      .nullable()
      .meta({ description: 'Descrição do grupo.', example: 'Quem lê antes das oito.' }),
    isPublic: z.boolean().describe('Se qualquer pessoa autenticada vê o ranking.'),
    ownerEmail: z.string().meta({ description: 'Mascarado.', example: 'ma***@exemplo.com.br' }),
    memberCount: count.describe('Quantos membros ativos o grupo tem.'),
  })
  .meta({ id: 'GroupSummary', description: 'Um grupo de leitores.' });
export type GroupSummary = z.infer<typeof GroupSummary>;

export const GroupRanking = z
  .object({
    group: GroupSummary,
    ranking: z.array(RankingEntry).describe('Do primeiro ao último.'),
    lastUpdated: timestamp.describe('Quando o ranking foi montado.'),
  })
  .meta({ id: 'GroupRanking', description: 'O ranking dos membros de um grupo.' });
export type GroupRanking = z.infer<typeof GroupRanking>;

/** The caller's place in the global ranking. */
export const MyRanking = z
  .object({
    position: position.nullable().describe('A posição; nula para quem não está no ranking.'),
    of: count.meta({ description: 'Quantos leitores o ranking tem.', example: 4_812_334 }),
    entries: z
      .array(RankingEntry)
      .describe('Os vizinhos no ranking, com quem chama entre eles, do primeiro ao último.'),
  })
  .meta({
    id: 'MyRanking',
    description:
      'A posição entre todos os leitores. Depois da 10.000ª, sequências iguais dividem a posição.',
  });
export type MyRanking = z.infer<typeof MyRanking>;

export const rankingsContract = initContract().router({
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
  getMyRanking: {
    method: 'GET',
    path: '/streaks/me/ranking',
    summary: 'Obter minha posição',
    description: 'A posição de quem chama no ranking global e os leitores vizinhos.',
    query: z.object({
      around: optionalCount(5, 20).describe('Quantos vizinhos de cada lado.'),
    }),
    ...outcomes(
      { 200: dataEnvelope('MyRankingResponse', MyRanking) },
      { access: 'reader', cost: 'read', base: 'streaks' },
    ),
  },
  getGroupRanking: {
    method: 'GET',
    path: '/streaks/groups/:groupId/ranking',
    summary: 'Ranking de um grupo',
    description: 'Todos os membros do grupo. Grupos privados: somente membros ativos.',
    pathParams: z.object({ groupId: groupId.describe('Identificador do grupo.') }),
    ...groupRankingOutcomes(
      { 200: dataEnvelope('GroupRankingResponse', GroupRanking) },
      {
        access: 'reader',
        cost: 'group-ranking',
        base: 'streaks',
        failures: ['group-not-found', 'group-forbidden', 'ranking-timed-out'],
      },
    ),
  },
});
