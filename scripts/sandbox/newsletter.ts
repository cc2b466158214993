import { type DemoEdition, demoEditions } from './editions.ts';
import { type StubRequest, type StubResponse, startStubServer } from './stub-server.ts';

/** Possible responses of the stub. */
export type NewsletterBehaviour =
  | 'well'
  | 'busy'
  | 'down'
  | 'hang'
  | 'huge'
  | 'wrong-shape'
  | 'cut';

const publicationId = 'pub_00000000-0000-4000-8000-000000000001';

/**
 * Starts a stub of beehiiv's API v2, of one publication, by default with editions around the current time.
 */
export const startSandboxNewsletter = async (editions = demoEditions(new Date())) => {
  const queue: NewsletterBehaviour[] = [];
  const requests: StubRequest[] = [];
  const sandbox = {
    /** The published editions, in any order; a test may change them. */
    editions,
    /** The subscriptions by id; a test may change them. */
    subscriptions: new Map<string, { email: string; status: string }>(),
  };
  const stub = await startStubServer((request) => {
    requests.push(request);
    const behaviour = queue.shift() ?? 'well';
    if (behaviour !== 'well') return misbehave(behaviour);
    if (!/^Bearer .+/.test(request.headers.authorization ?? '')) {
      return failure(401, 'UNAUTHORIZED', 'The API key is invalid.');
    }
    const [, publication, kind, id] =
      /^\/v2\/publications\/([^/]+)\/(posts|subscriptions)(?:\/([^/]+))?$/.exec(
        request.url.pathname,
      ) ?? [];
    if (request.method !== 'GET' || publication !== publicationId) {
      return failure(404, 'NOT_FOUND', 'Publication not found.');
    }
    if (kind === 'subscriptions') {
      const subscription = sandbox.subscriptions.get(id ?? '');
      if (!subscription) return failure(404, 'NOT_FOUND', 'Subscription not found.');
      return { status: 200, json: { data: { id, ...subscription } } };
    }
    if (id === undefined) return listPosts(sandbox.editions, request.url.searchParams);
    return showPost(sandbox.editions, id, request.url.searchParams);
  });
  return Object.assign(sandbox, stub, {
    /** The value for `BEEHIIV_BASE_URL`. */
    baseUrl: `${stub.url}/v2`,
    publicationId,
    requests,
    /** Queues a behaviour for each of the next requests; after them it responds normally. */
    next: (...behaviours: NewsletterBehaviour[]) => void queue.push(...behaviours),
  });
};

const listPosts = (editions: readonly DemoEdition[], query: URLSearchParams): StubResponse => {
  const limit = Number(query.get('limit') ?? 10);
  const page = Number(query.get('page') ?? 1);
  const sorted = [...editions].sort((a, b) => a.publishedAt.getTime() - b.publishedAt.getTime());
  if (query.get('direction') === 'desc') sorted.reverse();
  return {
    status: 200,
    json: {
      data: sorted.slice((page - 1) * limit, page * limit).map(postOf),
      limit,
      page,
      total_results: sorted.length,
      total_pages: Math.ceil(sorted.length / limit),
    },
  };
};

const showPost = (
  editions: readonly DemoEdition[],
  id: string,
  query: URLSearchParams,
): StubResponse => {
  const edition = editions.find((candidate) => candidate.id === id);
  if (!edition) return failure(404, 'NOT_FOUND', 'Post not found.');
  const expanded = query.getAll('expand[]').includes('free_web_content');
  const content = expanded ? { content: { free: { web: edition.html } } } : {};
  return { status: 200, json: { data: { ...postOf(edition), ...content } } };
};

const postOf = ({ id, title, publishedAt }: DemoEdition) => ({
  id,
  title,
  status: 'confirmed',
  publish_date: Math.floor(publishedAt.getTime() / 1_000),
  displayed_date: null,
  thumbnail_url: null,
  content_tags: [],
});

const failure = (
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): StubResponse => ({
  status,
  json: { status, statusText: code.toLowerCase(), errors: [{ message, code }] },
  headers,
});

const misbehave = (behaviour: Exclude<NewsletterBehaviour, 'well'>): StubResponse => {
  switch (behaviour) {
    case 'busy':
      return failure(429, 'RATE_LIMIT_EXCEEDED', 'Rate limit exceeded.', {
        'RateLimit-Limit': '180',
        'RateLimit-Remaining': '0',
        'RateLimit-Reset': String(Math.ceil(Date.now() / 1_000) + 1),
      });
    case 'down':
      return failure(500, 'INTERNAL_SERVER_ERROR', 'Something went wrong.');
    case 'hang':
      return () => undefined;
    case 'huge':
      return { status: 200, json: { data: [], padding: 'x'.repeat(6 * 1_048_576) } };
    case 'wrong-shape':
      return { status: 200, json: { posts: [] } };
    case 'cut':
      return (res) => {
        res.destroy();
      };
  }
};
