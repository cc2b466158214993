import type { ReactNode } from 'react';
import { withoutAccents } from '../format/words.ts';

export type Option = readonly [value: string, text: string, beside?: ReactNode];

/** The options whose texts have what is typed, and then what was found for it in another way. */
export const shownFor = (
  options: readonly Option[],
  found: readonly Option[],
  typed: string,
): Option[] => {
  const wanted = withoutAccents(typed.trim());
  return [...options.filter(([, text]) => withoutAccents(text).includes(wanted)), ...found];
};

/** The index of what Enter chooses: the option pointed at while it is shown, else the first. */
export const chosenIn = (shown: readonly Option[], pointed: string | undefined): number =>
  Math.max(
    0,
    shown.findIndex(([value]) => value === pointed),
  );

/** The option that a key points at; after the last comes the first. Undefined: not such a key. */
export const pointedBy = (
  key: string,
  shown: readonly Option[],
  chosen: number,
): string | undefined => {
  const at = { ArrowDown: chosen + 1, ArrowUp: chosen - 1, Home: 0, End: -1 }[key];
  return at === undefined ? undefined : shown.at(at % Math.max(1, shown.length))?.[0];
};
