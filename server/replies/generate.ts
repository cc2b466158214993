import { z } from 'zod';
import type { ThreadRow } from '../../db/replies.ts';
import { modelToolsOf } from '../ai/tools.ts';
import type { Context } from '../context.ts';
import { hasText, safeReplyHtml } from './html.ts';
import { materialOf } from './prompt.ts';
import { findSimilarTickets } from './similar.ts';

/** A reply as the model wrote it, made safe. */
export interface GeneratedReply {
  html: string;
  /** 0 to 1, by the model's own account. */
  confidence: number;
  /** How many similar tickets it was written from. */
  similarTickets: number;
}

/** The agent of the registry that answers tickets. */
export const supportAgent = 'support-assistant';

const supportReply = z.object({
  html: z.string().describe('A resposta, em HTML simples: p, ul, ol, li, strong, em, a.'),
  confidence: z.number().describe('De 0 a 1: o quanto a resposta resolve o caso.'),
});

const attemptMs = 20_000;
const maxReplyLength = 20_000;

/**
 * Has the model answer a ticket, grounded in similar tickets that agents have settled. Throws where it gives no answer that will do.
 */
export const generateReply = async (
  ctx: Context,
  thread: ThreadRow,
  signal: AbortSignal,
): Promise<GeneratedReply> => {
  const similar = await findSimilarTickets(ctx, thread);
  signal.throwIfAborted();
  const agent = ctx.ai.agent(supportAgent);
  const answer = await ctx.llm.ask({
    instructions: agent.instructions,
    material: { label: 'ticket', text: materialOf(thread, similar) },
    answer: { name: 'support_reply', schema: supportReply },
    check: problemsOf,
    tools: modelToolsOf(ctx, agent),
    attemptMs,
    signal,
  });
  return {
    html: safeReplyHtml(answer.html),
    confidence: answer.confidence,
    similarTickets: similar.length,
  };
};

const problemsOf = ({ html, confidence }: z.infer<typeof supportReply>): string[] => [
  ...(hasText(safeReplyHtml(html)) ? [] : ['html: não há texto na resposta.']),
  ...(html.length > maxReplyLength ? [`html: passa de ${maxReplyLength} caracteres.`] : []),
  ...(html.includes('\u0000') ? ['html: tem o caractere NUL.'] : []),
  ...(confidence >= 0 && confidence <= 1 ? [] : ['confidence: deve estar entre 0 e 1.']),
];
