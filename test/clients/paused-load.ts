/**
 * A load of a cache entry that has begun once `started` resolves, and ends with the text that
 * `release` is given.
 */
export const pausedLoad = () => {
  const started = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<string>();
  const load = () => {
    started.resolve();
    return gate.promise;
  };
  return { load, started: started.promise, release: gate.resolve };
};
