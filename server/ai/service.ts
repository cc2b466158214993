import { z } from 'zod';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { modelToolsOf } from './tools.ts';

/** The names of the registered agents and tools (specification §4.7). */
export const listAiResources = (ctx: Context): { agents: string[]; tools: string[] } =>
  ctx.ai.names();

const attemptMs = 30_000;
const limitMs = 90_000;

const answerSchema = z.object({ answer: z.string().describe('A resposta, em texto.') });

/**
 * Asks a registered agent something, which it answers with the help of its tools.
 *
 * @throws AppError `agent-not-found`, `model-failed`; `caller-left` once `signal` is aborted
 */
export const askAgent = async (
  ctx: Context,
  { agent: name, prompt }: { agent: string; prompt: string },
  signal?: AbortSignal,
): Promise<{ answer: string }> => {
  const agent = ctx.ai.agent(name);
  try {
    return await ctx.llm.ask({
      instructions: `${agent.instructions}\n\nO material é a pergunta de alguém da equipe: responda a ela.`,
      material: { label: 'pergunta', text: prompt },
      answer: { name: 'answer', schema: answerSchema },
      check: ({ answer }) => (answer.trim() === '' ? ['answer: está vazia.'] : []),
      tools: modelToolsOf(ctx, agent),
      attemptMs,
      signal: AbortSignal.any([AbortSignal.timeout(limitMs), ...(signal ? [signal] : [])]),
    });
  } catch (error) {
    throw new AppError(signal?.aborted ? 'caller-left' : 'model-failed', { cause: error });
  }
};
