import type { FoundBy } from '../../db/replies/drafts.ts';

/** Multipliers of the confidence (docs/behaviour/tickets.md#batch-replies). */
export const support = { everySearch: 1, oneOfTwo: 0.95, none: 0.9 };

/** Lowers the model's own estimate (0 to 1) unless every search that ran found one same settled ticket. */
export const combineConfidence = (
  own: number,
  { sources, searches }: { sources: readonly { by: readonly FoundBy[] }[]; searches: number },
): number => {
  const agreeing = Math.max(0, ...sources.map(({ by }) => by.length));
  if (agreeing === 0) return rounded(own * support.none);
  return rounded(own * (agreeing === searches ? support.everySearch : support.oneOfTwo));
};

const rounded = (value: number): number => Number(value.toFixed(4));
