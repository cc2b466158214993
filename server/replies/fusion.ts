import type { FoundBy } from '../../db/replies/drafts.ts';

/** Best first. */
export interface RankedList {
  by: FoundBy;
  found: readonly FoundTicket[];
}

export interface FoundTicket {
  ticketId: number;
  /** Share of the list's weight, 0 to 1. */
  strength: number;
}

export interface FusedTicket {
  ticketId: number;
  /** 0 to 1; 1: first in every list at full strength. */
  score: number;
  by: FoundBy[];
}

/** See docs/decisions/130. */
export interface FusionWeights {
  /** Larger: neighbouring ranks score closer. */
  k: number;
  words: number;
  meaning: number;
}

export const fusionWeights: FusionWeights = { k: 10, words: 1, meaning: 1 };

/**
 * Reciprocal rank fusion: `weight × strength / (k + rank)` in each list, as a share of the best possible
 * score. Best first; at equal scores the newer (higher) id.
 */
export const fuse = (
  lists: readonly RankedList[],
  limit: number,
  weights: FusionWeights = fusionWeights,
): FusedTicket[] => {
  const best = lists.reduce((sum, { by }) => sum + weights[by] / (weights.k + 1), 0);
  const fused = new Map<number, FusedTicket>();
  for (const { by, found: list } of lists) {
    for (const [index, { ticketId, strength }] of list.entries()) {
      const ticket = fused.get(ticketId) ?? { ticketId, score: 0, by: [] };
      ticket.score += (weights[by] * strength) / (weights.k + index + 1) / best;
      ticket.by.push(by);
      fused.set(ticketId, ticket);
    }
  }
  return [...fused.values()]
    .sort((a, b) => b.score - a.score || b.ticketId - a.ticketId)
    .slice(0, limit)
    .map((ticket) => ({ ...ticket, score: Number(ticket.score.toFixed(4)) }));
};
