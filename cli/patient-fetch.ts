import { setTimeout as sleep } from 'node:timers/promises';
import { retryAfterOf } from '../packages/sdk/src/error.ts';

const maxWaits = 3;
const longestWaitSeconds = 60;

/**
 * A `fetch` that waits as `Retry-After` says when the service limits the rate (429), which refuses
 * a request before anything is done: at most three times, and a minute each. A longer wait is the
 * caller's, and so is a 429 that names none, such as that of a quota.
 */
export const patientFetch =
  (say: (text: string) => void): typeof fetch =>
  async (input, init) => {
    for (let waits = 0; ; waits += 1) {
      const response = await fetch(input, init);
      const seconds = Math.ceil(retryAfterOf(response.headers) ?? Number.POSITIVE_INFINITY);
      if (response.status !== 429 || waits === maxWaits || seconds > longestWaitSeconds) {
        return response;
      }
      await response.body?.cancel();
      say(`rate limited: goes on in ${seconds} s`);
      await sleep(seconds * 1_000, undefined, { signal: init?.signal ?? undefined });
    }
  };
