/**
 * Returns a function that says how many milliseconds to wait at a moment, so that at most `perSecond` turns
 * begin a second, evenly. Time that passes unused is not made up for.
 */
export const createPace = (perSecond: number): ((now: number) => number) => {
  let next = 0;
  return (now) => {
    const at = Math.max(next, now);
    next = at + 1_000 / perSecond;
    return at - now;
  };
};
