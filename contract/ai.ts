import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { dataEnvelope } from './fields.ts';
import { outcomes } from './outcome.ts';

/** The names of the registered AI agents and tools (docs/behaviour/quiz.md#ai-resources). */
export const AiResources = z
  .object({
    agents: z.array(z.string()).meta({ description: 'Nomes dos agentes.' }),
    tools: z.array(z.string()).meta({ description: 'Nomes das ferramentas.' }),
  })
  .meta({
    id: 'AiResources',
    description: 'Os agentes e as ferramentas de IA registrados.',
    example: {
      agents: ['support-assistant', 'analytics-assistant'],
      tools: ['get_current_date', 'format_json'],
    },
  });
export type AiResources = z.infer<typeof AiResources>;

export const aiContract = initContract().router({
  listAiResources: {
    method: 'GET',
    path: '/ai/resources',
    summary: 'Listar agentes e ferramentas de IA',
    description: 'Os nomes dos agentes e das ferramentas registrados.',
    ...outcomes(
      { 200: dataEnvelope('AiResourcesResponse', AiResources) },
      { access: 'reader', cost: 'read' },
    ),
  },
});
