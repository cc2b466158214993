import type { ReactNode } from 'react';
import { withoutAccents } from '../format/words.ts';

export type Option = readonly [value: string, text: string, beside?: ReactNode];

/** The options whose texts contain the typed words, followed by those found in another way. */
export const shownFor = (
  options: readonly Option[],
  found: readonly Option[],
  typed: string,
): Option[] => {
  const wanted = withoutAccents(typed.trim());
  return [...options.filter(([, text]) => withoutAccents(text).includes(wanted)), ...found];
};

/** The index of the option that Enter chooses: the highlighted one if it is shown, else the first. */
export const chosenIn = (shown: readonly Option[], pointed: string | undefined): number =>
  Math.max(
    0,
    shown.findIndex(([value]) => value === pointed),
  );

/** The option that a key highlights; after the last comes the first. Undefined for other keys. */
export const pointedBy = (
  key: string,
  shown: readonly Option[],
  chosen: number,
): string | undefined => {
  const at = { ArrowDown: chosen + 1, ArrowUp: chosen - 1, Home: 0, End: -1 }[key];
  return at === undefined ? undefined : shown.at(at % Math.max(1, shown.length))?.[0];
};
