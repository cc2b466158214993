/** A shortened result, and a description of what was cut. */
interface Bounded {
  value: unknown;
  cut: string[];
}

/** The part of a value to cut: its longest list, else its longest text. */
interface Part {
  path: string;
  size: number;
  /** The number of items or characters. */
  length: number;
  halve: () => void;
}

const partsOf = (holder: object, path = ''): Part[] =>
  Object.entries(holder).flatMap(([name, value]): Part[] => {
    const here = path === '' ? name : `${path}.${name}`;
    const put = (half: unknown) => () => void Reflect.set(holder, name, half);
    if (typeof value === 'string') {
      const { length } = value;
      return [{ path: here, size: length, length, halve: put(value.slice(0, length / 2)) }];
    }
    if (typeof value !== 'object' || value === null) return [];
    const inner = partsOf(value, here);
    if (!Array.isArray(value) || value.length < 2) return inner;
    // Lists are cut before texts.
    const size = 2 * JSON.stringify(value).length;
    const half = value.slice(0, value.length / 2);
    return [{ path: here, size, length: value.length, halve: put(half) }, ...inner];
  });

/**
 * Shortens a result to a number of characters of JSON. It halves the longest list, or else the longest text,
 * until the result fits, so the structure stays.
 */
export const boundResult = (result: unknown, most: number): Bounded => {
  const whole = { result: structuredClone(result) };
  const lengths = new Map<string, number>();
  while (JSON.stringify(whole.result ?? null).length > most) {
    const [longest] = partsOf(whole).sort((a, b) => b.size - a.size);
    if (!longest) break;
    if (!lengths.has(longest.path)) lengths.set(longest.path, longest.length);
    longest.halve();
  }
  const left = new Map(partsOf(whole).map(({ path, length }) => [path, length]));
  const cut = [...lengths].map(
    ([path, length]) => `${path.replace(/^result\.?/, '')}: ${left.get(path) ?? 1} of ${length}`,
  );
  return { value: whole.result, cut };
};
