/** Bounds on a JSON text from an untrusted source. */
interface JsonBounds {
  /** The maximum length in characters. */
  maxLength: number;
  /** The maximum depth of arrays and objects. */
  maxDepth: number;
}

/** Parses a JSON text; returns undefined if it is invalid, too long or nested too deeply. */
export const parseBoundedJson = (text: string, { maxLength, maxDepth }: JsonBounds): unknown => {
  if (text.length > maxLength) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isWithin(value, maxDepth) ? value : undefined;
  } catch {
    return undefined;
  }
};

const isWithin = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((inner) => isWithin(inner, depth - 1)));
