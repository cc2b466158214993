import { FailureCode } from '../../contract/index.ts';

/** What came back on all requests that were sent with its `fetch`. */
export interface Answers {
  /** As the global one, with an end to its patience. */
  fetch: typeof globalThis.fetch;
  /** How often each status came; `none` where no answer did, `hung` where none did in all that time. */
  statuses: Record<string, number>;
  /** What came without the specification's envelope, and why it does not do. */
  unsound: string[];
  /** The longest wait for an answer, in seconds. */
  slowest: () => number;
}

const patienceMs = 100_000;

/** Looks at every answer, whatever it is. */
export const watchAnswers = (): Answers => {
  const statuses: Record<string, number> = {};
  const unsound: string[] = [];
  let slowest = 0;
  const count = (status: string | number) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  return {
    statuses,
    unsound,
    slowest: () => slowest / 1_000,
    fetch: async (input, init) => {
      const url = new URL(String(input));
      const patience = AbortSignal.timeout(patienceMs);
      const started = performance.now();
      try {
        const response = await fetch(url, { ...init, signal: patience });
        const copy = isFile(url, response) ? undefined : await response.clone().text();
        count(response.status);
        slowest = Math.max(slowest, performance.now() - started);
        const problem = copy === undefined ? undefined : problemOf(url, response, copy);
        if (problem) unsound.push(`${url.pathname} ${response.status} ${problem}: ${copy}`);
        return response;
      } catch (error) {
        count(patience.aborted ? 'hung' : 'none');
        throw error;
      }
    },
  };
};

const isFile = (url: URL, response: Response): boolean =>
  response.ok && url.pathname.endsWith('/download');

/** What is wrong with an answer; undefined where nothing is. */
const problemOf = (url: URL, response: Response, text: string): string | undefined => {
  const body = parsed(text);
  if (body === undefined) return 'is no JSON object';
  // The internal API has the protocol's own envelope.
  if (url.pathname.startsWith('/trpc/')) {
    return 'result' in body || 'error' in body ? undefined : 'has neither result nor error';
  }
  if (!response.headers.get('x-request-id')) return 'has no X-Request-Id';
  if (response.ok) {
    return 'success' in body && body.success === true ? undefined : 'says no success';
  }
  if (!FailureCode.safeParse(response.headers.get('x-error-code')).success) {
    return 'has no X-Error-Code';
  }
  const field = /^\/streaks\/groups\//.test(url.pathname) ? 'error' : 'message';
  const { success, [field]: message, ...more }: Record<string, unknown> = { ...body };
  const whole = success === false && typeof message === 'string' && message !== '';
  if (!whole || Object.keys(more).length > 0) return `is not {success: false, ${field}}`;
  return response.status === 503 && !response.headers.get('retry-after')
    ? 'has no Retry-After'
    : undefined;
};

const parsed = (text: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
};
