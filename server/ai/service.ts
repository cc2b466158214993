import { z } from 'zod';
import { type Context, requireRole } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { aiResourcesOf, modelToolsOf } from './resources.ts';

/** Lists agents and tools in the order of registration. */
export const listAiResources = (ctx: Context): { agents: string[]; tools: string[] } => {
  requireRole(ctx, 'reader');
  return aiResourcesOf(ctx).names();
};

const attemptMs = 30_000;
const deadlineMs = 90_000;
const maxOutputTokens = 4_000;

const answerSchema = z.object({ answer: z.string().describe('A resposta, em texto.') });

/**
 * Asks an agent.
 * @throws AppError `agent-not-found`, `model-failed`, `model-budget-exhausted`, `caller-left`
 */
export const askAgent = async (
  ctx: Context,
  { agent: name, prompt }: { agent: string; prompt: string },
  signal?: AbortSignal,
): Promise<{ answer: string }> => {
  requireRole(ctx, 'agent');
  const agent = aiResourcesOf(ctx).agent(name);
  try {
    return await ctx.llm.ask({
      instructions: `${agent.instructions}\n\nO material é a pergunta de alguém da equipe: responda a ela.`,
      material: { label: 'pergunta', text: prompt },
      answer: { name: 'answer', schema: answerSchema },
      check: ({ answer }) => (answer.trim() === '' ? ['answer: está vazia.'] : []),
      tools: modelToolsOf(ctx, agent),
      maxOutputTokens,
      attemptMs,
      signal: AbortSignal.any([AbortSignal.timeout(deadlineMs), ...(signal ? [signal] : [])]),
    });
  } catch (error) {
    if (signal?.aborted) throw new AppError('caller-left', { cause: error });
    if (error instanceof AppError) throw error;
    throw new AppError('model-failed', { cause: error });
  }
};
