const formatOf = (options: Intl.NumberFormatOptions) => {
  const { format } = new Intl.NumberFormat('pt-BR', options);
  return (value: number): string => format(value);
};

/** A figure as Brazilians write it, with two decimals at most: `1.234,56`. */
export const numberText = formatOf({ maximumFractionDigits: 2 });

/** With one decimal at most: `7,1`. */
export const roundText = formatOf({ maximumFractionDigits: 1 });

/** A share: `71%` of 0.71. */
export const percentText = formatOf({ style: 'percent', maximumFractionDigits: 0 });

const changeFormat = formatOf({ style: 'percent', signDisplay: 'exceptZero' });

/** The change since before: `+4%`; `–` if there was nothing. */
export const changeText = (now: number, before: number): string =>
  before === 0 ? '–' : changeFormat(now / before - 1);

/** Returns true if it is a number, written out or not. */
export const isFigure = (value: unknown): boolean =>
  typeof value === 'number' || /^[-+]?\d+(\.\d{3})*(,\d+)?\s?%?$/.test(String(value));
