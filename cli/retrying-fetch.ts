import { setTimeout as sleep } from 'node:timers/promises';
import { retryAfterOf } from '../packages/sdk/src/error.ts';

const maxWaits = 3;
const longestWaitSeconds = 60;

/**
 * A `fetch` that repeats a request that the service refuses by a rate limit (429), after the time in
 * `Retry-After`: at most three times, after at most a minute each. Such a request was not begun. A 429
 * with a longer time, or without one as that of a quota, is returned.
 */
export const retryingFetch =
  (say: (text: string) => void): typeof fetch =>
  async (input, init) => {
    for (let waits = 0; ; waits += 1) {
      const response = await fetch(input, init);
      const seconds = Math.ceil(retryAfterOf(response.headers) ?? Number.POSITIVE_INFINITY);
      if (response.status !== 429 || waits === maxWaits || seconds > longestWaitSeconds) {
        return response;
      }
      await response.body?.cancel();
      say(`rate limited: retrying in ${seconds} s`);
      await sleep(seconds * 1_000, undefined, { signal: init?.signal ?? undefined });
    }
  };
