import { z } from 'zod';
import { line, text } from '../../contract/index.ts';
import { agentProcedure, router } from '../trpc/procedures.ts';
import { Answer, Resources } from './outputs.ts';
import { askAgent, listAiResources } from './service.ts';

const question = z.object({
  agent: line(120).describe('The name of an agent that resources lists'),
  prompt: text().trim().min(1).max(8_000).describe('What to ask'),
});

export const aiRouter = router({
  resources: agentProcedure
    .meta({ description: 'Lists the registered agents and tools', effect: 'read' })
    .output(Resources)
    .query(({ ctx }) => listAiResources(ctx)),
  ask: agentProcedure
    .meta({ description: 'Asks an agent', effect: 'change' })
    .input(question)
    .output(Answer)
    .mutation(({ ctx, input, signal }) => askAgent(ctx, input, signal)),
});
