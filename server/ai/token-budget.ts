import { adjustTokens, reserveTokens } from '../../db/ai/model-tokens.ts';
import type { Db } from '../../db/connection/database.ts';
import type { TokenBudget } from '../clients/llm.ts';
import type { Log } from '../core/context.ts';

/**
 * The daily limit on tokens, shared by all processes. Each request reserves its messages and the
 * longest answer. Attempts that are repeated after a time-out, and the schemas of tools and of the
 * answer, are not reserved and can exceed it.
 */
export const createTokenBudget = (
  { db, log }: { db: Db; log: Pick<Log, 'warn'> },
  tokensPerDay: number,
): TokenBudget => ({
  reserve: async (tokens) => {
    const day = await reserveTokens(db, tokens, tokensPerDay);
    if (day === undefined) return undefined;
    return (used) =>
      adjustTokens(db, day, used - tokens).catch((error) =>
        log.warn({ err: error }, 'correcting the token count failed: the reservation stays'),
      );
  },
});

/**
 * The budgets of embeddings under the daily limit. The backlog may bring the day's count up to a
 * half of the limit, so that it leaves the other half to replies.
 */
export const createEmbeddingBudgets = (
  ctx: { db: Db; log: Pick<Log, 'warn'> },
  tokensPerDay: number | undefined,
): Record<'question' | 'backlog', TokenBudget> | undefined =>
  tokensPerDay === undefined
    ? undefined
    : {
        question: createTokenBudget(ctx, tokensPerDay),
        backlog: createTokenBudget(ctx, Math.floor(tokensPerDay / 2)),
      };
