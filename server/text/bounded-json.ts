/** Bounds on a JSON text from an untrusted source. */
interface JsonBounds {
  /** The maximum length in characters. */
  maxLength: number;
  /** The maximum depth of arrays and objects. */
  maxDepth: number;
}

/**
 * Parses a JSON text; returns undefined if it is invalid, too long or nested too deeply. Takes time
 * linear in its length.
 */
export const parseBoundedJson = (text: string, { maxLength, maxDepth }: JsonBounds): unknown => {
  if (text.length > maxLength || nestsDeeper(text, maxDepth)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const nestsDeeper = (text: string, maxDepth: number): boolean => {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '[' || character === '{') {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (character === ']' || character === '}') depth -= 1;
  }
  return false;
};
