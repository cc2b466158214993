import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import {
  changeable,
  civilDate,
  count,
  dataEnvelope,
  emptiable,
  text,
  visibleLine,
} from './fields.ts';
import { changeOutcomes, outcomes } from './outcome.ts';

/** A reader's visibility in the public ranking. */
export const RankingVisibility = z.enum(['public', 'anonymous', 'hidden']).meta({
  id: 'RankingVisibility',
  description:
    'Como o leitor aparece nos rankings: com nome, como `Leitor Anônimo`, ou fora do ranking global.',
});
export type RankingVisibility = z.infer<typeof RankingVisibility>;

/** The caller's streak. */
export const MyStreak = z
  .object({
    currentStreak: count.meta({
      description: 'Dias seguidos de leitura; 0 quando a sequência foi interrompida.',
      example: 12,
    }),
    maxStreak: count.meta({ description: 'A maior sequência.', example: 30 }),
    readToday: z.boolean().describe('Se a leitura de hoje já foi creditada.'),
    status: z.enum(['active', 'at-risk', 'broken', 'none']).meta({
      id: 'StreakStatus',
      description:
        '`active`: leu hoje. `at-risk`: leu ontem; a sequência vale até a meia-noite de São Paulo. `broken`: interrompida. `none`: nunca leu.',
    }),
    lastInteractionDate: z
      .string()
      .nullable()
      .meta({ description: '`DD/MM/YYYY HH:MM:SS` em São Paulo.', example: '10/03/2026 11:30:00' }),
    days: z.array(civilDate).describe('Os dias creditados dos últimos 35, em ordem.'),
    rankingVisibility: RankingVisibility,
    displayName: z
      .string()
      .nullable()
      .meta({ description: 'O nome nos rankings.', example: 'Maria S.' }),
  })
  .meta({ id: 'MyStreak', description: 'A sequência de leitura de quem chama.' });
export type MyStreak = z.infer<typeof MyStreak>;

/** A request that records a reading of today. */
export const RecordReading = z
  .object({
    editionId: emptiable(
      text()
        .min(1)
        .max(200)
        .regex(/^[\w-]+$/, 'deve ser o identificador de uma edição')
        .optional(),
    ).meta({ description: 'A edição lida; precisa existir.', example: 'post_0f4c2a' }),
  })
  .meta({
    id: 'RecordReading',
    description: 'A leitura de hoje.',
    example: { editionId: 'post_0f4c2a' },
  });
export type RecordReading = z.input<typeof RecordReading>;

/** The result of recording a reading. */
export const RecordedReading = z
  .object({
    currentStreak: count.meta({ description: 'Dias seguidos de leitura.', example: 13 }),
    maxStreak: count.meta({ description: 'A maior sequência.', example: 30 }),
    credited: z.boolean().describe('Falso quando o dia já estava creditado.'),
  })
  .meta({ id: 'RecordedReading', description: 'A sequência depois da leitura.' });
export type RecordedReading = z.infer<typeof RecordedReading>;

/** The fields of a streak that its reader may change. */
export const UpdateMyStreak = z
  .object({
    displayName: changeable(visibleLine(60)).meta({
      description: 'O nome nos rankings.',
      example: 'Maria S.',
    }),
    rankingVisibility: changeable(RankingVisibility),
  })
  .meta({
    id: 'UpdateMyStreak',
    description: 'Somente os campos enviados são alterados.',
    example: { rankingVisibility: 'anonymous' },
  });
export type UpdateMyStreak = z.input<typeof UpdateMyStreak>;

/** Whether the caller wants a mail on the evening of a day on which their streak would break. */
export const MyReminder = z
  .object({
    enabled: z.boolean().meta({ description: 'Se o lembrete está ligado.', example: true }),
  })
  .meta({
    id: 'MyReminder',
    description: 'O lembrete de leitura de quem chama; desligado até que o leitor o ligue.',
    example: { enabled: true },
  });
export type MyReminder = z.infer<typeof MyReminder>;

export const streaksContract = initContract().router({
  getMyStreak: {
    method: 'GET',
    path: '/streaks/me',
    summary: 'Obter minha sequência',
    description: 'A sequência de leitura de quem chama, com os dias dos últimos 35.',
    ...outcomes(
      { 200: dataEnvelope('MyStreakResponse', MyStreak) },
      { access: 'reader', cost: 'read', base: 'streaks' },
    ),
  },
  recordMyReading: {
    method: 'POST',
    path: '/streaks/me/readings',
    summary: 'Registrar a leitura de hoje',
    description: 'Credita o dia de hoje; repetir no mesmo dia não muda nada.',
    body: RecordReading,
    ...changeOutcomes(
      { 200: dataEnvelope('RecordedReadingResponse', RecordedReading) },
      {
        access: 'reader',
        cost: 'submit',
        base: 'streaks',
        failures: ['edition-not-found', 'newsletter-unavailable'],
      },
    ),
  },
  updateMyStreakProfile: {
    method: 'PATCH',
    path: '/streaks/me',
    summary: 'Alterar meu perfil nos rankings',
    description: 'O nome e a visibilidade valem imediatamente em todos os rankings.',
    body: UpdateMyStreak,
    ...changeOutcomes(
      { 200: dataEnvelope('MyStreakResponse', MyStreak) },
      { access: 'reader', cost: 'write', base: 'streaks' },
    ),
  },
});

export const remindersContract = initContract().router({
  getMyReminder: {
    method: 'GET',
    path: '/streaks/me/reminder',
    summary: 'Obter meu lembrete',
    description: 'Se quem chama recebe um e-mail antes que a sequência termine.',
    ...outcomes(
      { 200: dataEnvelope('MyReminderResponse', MyReminder) },
      { access: 'reader', cost: 'read', base: 'streaks' },
    ),
  },
  updateMyReminder: {
    method: 'PUT',
    path: '/streaks/me/reminder',
    summary: 'Ligar ou desligar meu lembrete',
    description:
      'Ligado, um e-mail por dia, no máximo, avisa quem leu ontem e ainda não leu hoje. Cada e-mail tem um link para desligar.',
    body: MyReminder,
    ...changeOutcomes(
      { 200: dataEnvelope('MyReminderResponse', MyReminder) },
      { access: 'reader', cost: 'write', base: 'streaks' },
    ),
  },
});
