import { FailureCode } from '../../contract/index.ts';

const deadlineMs = 100_000;

/** Creates a log that records every response to its `fetch` and checks the envelope. */
export const openResponseLog = () => {
  const statuses: Record<string, number> = {};
  const malformed: string[] = [];
  let slowest = 0;
  const count = (status: string | number) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  return {
    /** The number of responses by status; `none` had no response, `hung` none before the deadline. */
    statuses,
    /** Responses with an invalid envelope, with the reason. */
    malformed,
    /** The duration of the slowest response in seconds. */
    slowest: () => slowest / 1_000,
    /** The global fetch with a deadline of 100 s. */
    fetch: async (...[input, init]: Parameters<typeof fetch>) => {
      const url = new URL(String(input));
      const deadline = AbortSignal.timeout(deadlineMs);
      const started = performance.now();
      try {
        const response = await fetch(url, { ...init, signal: deadline });
        const copy = isFile(url, response) ? undefined : await response.clone().text();
        count(response.status);
        slowest = Math.max(slowest, performance.now() - started);
        const problem = copy === undefined ? undefined : problemOf(url, response, copy);
        if (problem) malformed.push(`${url.pathname} ${response.status} ${problem}: ${copy}`);
        return response;
      } catch (error) {
        count(deadline.aborted ? 'hung' : 'none');
        throw error;
      }
    },
  };
};

const isFile = (url: URL, response: Response): boolean =>
  response.ok && url.pathname.endsWith('/download');

/** The problem of a response; undefined if it is valid. */
const problemOf = (url: URL, response: Response, text: string): string | undefined => {
  const body = parsed(text);
  if (body === undefined) return 'is not a JSON object';
  // A response of tRPC has another envelope.
  if (url.pathname.startsWith('/trpc/')) {
    return 'result' in body || 'error' in body ? undefined : 'has neither result nor error';
  }
  if (!response.headers.get('x-request-id')) return 'has no X-Request-Id';
  if (response.ok) {
    return 'success' in body && body.success === true ? undefined : 'lacks success: true';
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
