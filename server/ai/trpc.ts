import { z } from 'zod';
import { line, text } from '../../contract/index.ts';
import { agentProcedure, router } from '../trpc/procedures.ts';
import { askAgent, listAiResources } from './service.ts';

const question = z.object({ agent: line(120), prompt: text().trim().min(1).max(8_000) });

export const aiRouter = router({
  resources: agentProcedure.query(({ ctx }) => listAiResources(ctx)),
  ask: agentProcedure
    .input(question)
    .mutation(({ ctx, input, signal }) => askAgent(ctx, input, signal)),
});
