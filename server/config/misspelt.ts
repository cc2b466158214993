import leven from 'leven';

/** Shorter names are too near to unrelated ones, such as `PORT` and `HOST`. */
const shortestName = 8;
const mostEdits = 2;

/** Returns a warning for each variable whose name nearly equals a known one. */
export const findMisspelt = (
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): string[] => {
  const long = known.filter((name) => name.length >= shortestName);
  return Object.keys(env)
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = long.find((other) => isNear(name.toUpperCase(), other));
      return meant === undefined
        ? []
        : [`${name}: is not known and has no effect: is it ${meant}?`];
    });
};

const isNear = (name: string, other: string): boolean =>
  leven(name, other, { maxDistance: mostEdits + 1 }) <= mostEdits;
