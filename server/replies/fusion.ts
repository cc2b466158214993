/** How a source was found. */
export type FoundBy = 'words' | 'meaning';

/** What one search found, best first. */
export interface RankedList {
  by: FoundBy;
  found: readonly FoundTicket[];
}

/** A ticket that a search found. */
export interface FoundTicket {
  ticketId: number;
  /** How much of a list's weight it gets, 0 to 1. */
  strength: number;
}

/** A ticket of the fused list. */
export interface FusedTicket {
  ticketId: number;
  /** 0 to 1: 1 if every search put it first with full strength. */
  score: number;
  by: FoundBy[];
}

/** Parameters of the fusion (docs/decisions/130). */
export interface FusionWeights {
  /** How much a lower rank counts: the larger, the closer neighbouring ranks are. */
  k: number;
  words: number;
  meaning: number;
}

export const fusionWeights: FusionWeights = { k: 10, words: 1, meaning: 1 };

/**
 * Fuses ranked lists by reciprocal rank: a ticket scores `weight × strength / (k + rank)` in each
 * list that has it, as a share of what the first of every list would score at full strength. Best
 * first; at equal scores the higher id, which is newer.
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
