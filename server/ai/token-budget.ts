import { adjustTokens, reserveTokens } from '../../db/ai/model-tokens.ts';
import type { Db } from '../../db/connection/database.ts';
import type { TokenBudget } from '../clients/llm.ts';
import type { Log } from '../core/context.ts';

/**
 * Creates a budget that all processes share. It reserves no tokens for retries and schemas, so usage can
 * exceed it.
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
 * Creates two budgets. The backlog stops at half of the daily limit, which leaves the other half to replies.
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
