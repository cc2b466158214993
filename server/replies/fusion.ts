/** How a source was found. */
export type FoundBy = 'words' | 'meaning';

/** What one search found: ids, best first. */
export interface RankedList {
  by: FoundBy;
  ids: readonly number[];
}

/** A ticket of the fused list. */
export interface FusedTicket {
  ticketId: number;
  /** 0 to 1: 1 if every search put it first. */
  score: number;
  by: FoundBy[];
}

/** Parameters of the fusion (docs/decisions/131). */
export interface FusionWeights {
  /** How much a lower rank counts: the larger, the closer neighbouring ranks are. */
  k: number;
  words: number;
  meaning: number;
}

export const fusionWeights: FusionWeights = { k: 10, words: 1, meaning: 2 };

/**
 * Fuses ranked lists by reciprocal rank: a ticket scores `weight / (k + rank)` in each list that has it, as a share of what the first of every
 * list would score. Best first; at equal scores the higher id, which is newer.
 */
export const fuse = (
  lists: readonly RankedList[],
  limit: number,
  weights: FusionWeights = fusionWeights,
): FusedTicket[] => {
  const best = lists.reduce((sum, { by }) => sum + weights[by] / (weights.k + 1), 0);
  const found = new Map<number, FusedTicket>();
  for (const { by, ids } of lists) {
    for (const [index, ticketId] of ids.entries()) {
      const ticket = found.get(ticketId) ?? { ticketId, score: 0, by: [] };
      ticket.score += weights[by] / (weights.k + index + 1) / best;
      ticket.by.push(by);
      found.set(ticketId, ticket);
    }
  }
  return [...found.values()]
    .sort((a, b) => b.score - a.score || b.ticketId - a.ticketId)
    .slice(0, limit)
    .map((ticket) => ({ ...ticket, score: Number(ticket.score.toFixed(4)) }));
};
