/** A load of a cache entry that `started` reports, and that ends with the text given to `release`. */
export const pausedLoad = () => {
  const started = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<string>();
  const load = () => {
    started.resolve();
    return gate.promise;
  };
  return { load, started: started.promise, release: gate.resolve };
};
