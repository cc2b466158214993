import type { FoundBy } from '../../db/replies/drafts.ts';

/** The results of one search, best first. */
export interface RankedList {
  by: FoundBy;
  found: readonly Found[];
}

/** A ticket or a quick reply that one search found. */
export interface Found {
  id: number;
  /** The share of the list's weight, 0 to 1. */
  strength: number;
}

export interface Fused {
  id: number;
  /** The score, 0 to 1; 1 means first in every list at full strength. */
  score: number;
  by: FoundBy[];
}

/** The weights are explained in docs/decisions/130-search-by-meaning.md. */
export interface FusionWeights {
  /** A larger value brings the scores of neighbouring ranks closer together. */
  k: number;
  words: number;
  meaning: number;
}

export const fusionWeights: FusionWeights = { k: 10, words: 1, meaning: 1 };

/**
 * Fuses lists by reciprocal rank: `weight × strength / (k + rank)` in each list, as a share of the best
 * possible score. Best first; at equal scores the higher id.
 */
export const fuse = (
  lists: readonly RankedList[],
  limit: number,
  weights: FusionWeights = fusionWeights,
): Fused[] => {
  const best = lists.reduce((total, { by }) => total + weights[by] / (weights.k + 1), 0);
  const fused = new Map<number, Fused>();
  for (const { by, found: list } of lists) {
    for (const [index, { id, strength }] of list.entries()) {
      const sum = fused.get(id) ?? { id, score: 0, by: [] };
      sum.score += (weights[by] * strength) / (weights.k + index + 1) / best;
      sum.by.push(by);
      fused.set(id, sum);
    }
  }
  return [...fused.values()]
    .sort((a, b) => b.score - a.score || b.id - a.id)
    .slice(0, limit)
    .map((one) => ({ ...one, score: Number(one.score.toFixed(4)) }));
};
