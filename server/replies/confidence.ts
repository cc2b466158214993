import type { FoundBy } from './fusion.ts';

/**
 * What a reply's confidence is multiplied by: how well retrieval supports it
 * (docs/behaviour/tickets.md#batch-replies).
 */
export const support = { everySearch: 1, oneOfTwo: 0.95, none: 0.9 };

/**
 * The confidence of a reply, 0 to 1: the model's own estimate, lowered unless every search that was
 * made found one and the same settled ticket.
 *
 * @param own the model's estimate
 * @param sources the tickets that the model was given, by the searches that found each
 */
export const combineConfidence = (
  own: number,
  { sources, searches }: { sources: readonly { by: readonly FoundBy[] }[]; searches: number },
): number => {
  const agreeing = Math.max(0, ...sources.map(({ by }) => by.length));
  if (agreeing === 0) return rounded(own * support.none);
  return rounded(own * (agreeing === searches ? support.everySearch : support.oneOfTwo));
};

const rounded = (value: number): number => Number(value.toFixed(4));
