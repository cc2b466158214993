import { demoEditions } from '../../scripts/sandbox/editions.ts';
import { startSandboxNewsletter } from '../../scripts/sandbox/newsletter.ts';
import type { StubRequest, StubResponse } from '../../scripts/sandbox/stub-server.ts';

type Behaviour =
  | 'well'
  | 'busy'
  | 'down'
  | 'hang'
  | 'huge'
  | 'wrong-shape'
  | 'not-json'
  | 'no-web-content'
  | 'cut';

const failure = (status: number, code: string, headers = {}): StubResponse => ({
  status,
  json: { status, statusText: code.toLowerCase(), errors: [{ message: code, code }] },
  headers,
});

const misbehave = (behaviour: Behaviour): StubResponse | undefined => {
  switch (behaviour) {
    case 'well':
      return undefined;
    case 'busy':
      return failure(429, 'RATE_LIMIT_EXCEEDED', {
        'RateLimit-Limit': '180',
        'RateLimit-Remaining': '0',
        'RateLimit-Reset': String(Math.ceil(Date.now() / 1_000) + 1),
      });
    case 'down':
      return failure(500, 'INTERNAL_SERVER_ERROR');
    case 'hang':
      return () => undefined;
    case 'huge':
      return { status: 200, json: { data: [], padding: 'x'.repeat(6 * 1_048_576) } };
    case 'wrong-shape':
      return { status: 200, json: { posts: [] } };
    case 'not-json':
      return (res) => {
        res.end('<!doctype html>');
      };
    case 'no-web-content':
      return { status: 200, json: { data: { id: 'x', content: { free: { web: null } } } } };
    case 'cut':
      return (res) => {
        res.destroy();
      };
  }
};

/** Starts the stub of the newsletter; a test chooses how it responds. */
export const startTestNewsletter = async (editions = demoEditions(new Date())) => {
  const queue: Behaviour[] = [];
  const requests: StubRequest[] = [];
  const stub = await startSandboxNewsletter(editions, (request) => {
    requests.push(request);
    const behaviour = queue.shift();
    return behaviour && misbehave(behaviour);
  });
  return Object.assign(stub, {
    requests,
    /** Queues a behaviour for each of the next requests; after them it responds normally. */
    next: (...behaviours: Behaviour[]) => void queue.push(...behaviours),
  });
};
