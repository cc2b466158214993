import { setTimeout as sleep } from 'node:timers/promises';
import { retryAfterOf } from '../packages/sdk/src/error.ts';

const maxWaits = 3;
const longestWaitSeconds = 60;

/**
 * A `fetch` that retries requests refused by a rate limit (429) after `Retry-After`, which the service
 * refuses before it does anything. It retries at most three times and waits at most a minute each. Any other
 * 429 is returned.
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
