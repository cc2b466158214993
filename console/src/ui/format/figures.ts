const formatOf = (options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat('pt-BR', options).format;

/** A figure in Brazilian form with at most two decimals: `1.234,56`. */
export const numberText = formatOf({ maximumFractionDigits: 2 });

/** A figure with one decimal: `7,0`. */
export const roundText = formatOf({ minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A share as a percentage: 0.71 becomes `71%`. */
export const percentText = formatOf({ style: 'percent', maximumFractionDigits: 0 });

const whole = formatOf({ maximumFractionDigits: 0 });
const tenths = formatOf({ maximumFractionDigits: 1 });

/** A size: `22 bytes`, `88 kB`, `1,2 MB`. */
export const bytesText = (bytes: number): string => {
  if (bytes < 1_000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  return bytes < 1_000_000 ? `${whole(bytes / 1_000)} kB` : `${tenths(bytes / 1_000_000)} MB`;
};

const changeFormat = formatOf({ style: 'percent', signDisplay: 'exceptZero' });

/** The relative change: `+4%`, or `–` if the earlier value was zero. */
export const changeText = (now: number, before: number): string =>
  before === 0 ? '–' : changeFormat(now / before - 1);

/** Returns true if a value is a number or the text of one. */
export const isFigure = (value: unknown): boolean =>
  typeof value === 'number' || /^[-+]?\d+(\.\d{3})*(,\d+)?\s?%?$/.test(String(value));

/** A sentence about a count: `many` has it at `#`. */
export const counted =
  (one: string, many: string, none = many) =>
  (count: number): string => {
    if (count === 1) return one;
    return (count === 0 ? none : many).replace('#', numberText(count));
  };

/** A count behind its label, and perhaps a sentence after it. */
export const labelled =
  (label: string, after = '') =>
  (count: number): string =>
    `${label}: ${numberText(count)}.${after}`;
