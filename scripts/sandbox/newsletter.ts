import { type DemoEdition, demoEditions } from './editions.ts';
import { type StubRequest, type StubResponse, startStubServer } from './stub-server.ts';

const publicationId = 'pub_00000000-0000-4000-8000-000000000001';

/**
 * Starts a stub of beehiiv's API v2 with one publication, whose default editions are around the current
 * time.
 * @param instead overrides the response to a request
 */
export const startSandboxNewsletter = async (
  editions = demoEditions(new Date()),
  instead: (request: StubRequest) => StubResponse | undefined = () => undefined,
) => {
  const sandbox = {
    /** The published editions in any order, which a test may change. */
    editions,
    /** The subscriptions by id, which a test may change. */
    subscriptions: new Map<string, { email: string; status: string }>(),
  };
  const stub = await startStubServer((request) => {
    const other = instead(request);
    if (other) return other;
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

const failure = (status: number, code: string, message: string): StubResponse => ({
  status,
  json: { status, statusText: code.toLowerCase(), errors: [{ message, code }] },
});
