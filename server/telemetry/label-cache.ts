/** Caches what `make` returns for each combination of labels: looking labels up costs more than counting. */
export const cacheByLabels = <Labels extends readonly (string | number)[], T>(
  make: (...labels: Labels) => T,
): ((...labels: Labels) => T) => {
  const known = new Map<string, T>();
  return (...labels) => {
    const key = labels.join(' ');
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(...labels);
    known.set(key, made);
    return made;
  };
};
