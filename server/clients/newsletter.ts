import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { minuteMs } from '../core/civil-time.ts';

export interface Edition {
  id: string;
  title: string;
  publishedAt: Date;
  html: string;
}

export interface Newsletter {
  /** Returns the latest edition at a moment; undefined if there is none. @throws NewsletterError */
  latestEdition: (moment: Date, signal: AbortSignal) => Promise<Edition | undefined>;
  /** Tells if an edition exists; caches editions, and unknown ids for a minute. @throws NewsletterError */
  isPublished: (editionId: string, moment: Date, signal: AbortSignal) => Promise<boolean>;
  /** Reads the current state, never from a cache. @throws NewsletterError */
  findSubscription: (id: string, signal: AbortSignal) => Promise<Subscription | undefined>;
}

export interface Subscription {
  email: string;
  /** The platform's own value: `active`, `inactive`, `pending`, … */
  status: string;
}

/** Thrown if the platform sent no usable response. */
class NewsletterError extends Error {
  override name = 'NewsletterError';
  readonly status: number | undefined;
  /** `edition-malformed`: the platform responded with something that its API does not document. */
  readonly reason: 'newsletter-unavailable' | 'edition-malformed';
  /** The title of the edition whose content was requested. */
  edition: string | undefined;

  constructor(
    problem: string,
    {
      status,
      reason = 'newsletter-unavailable',
      cause,
    }: {
      status?: number | undefined;
      reason?: NewsletterError['reason'];
      cause?: unknown;
    } = {},
  ) {
    super(problem, { cause });
    this.status = status;
    this.reason = reason;
  }
}

/** A publication on beehiiv (API v2). */
interface NewsletterLocation {
  apiKey: string;
  publicationId: string;
  baseUrl: string;
}

const attemptMs = 10_000;
const retryPausesMs = [500, 2_000];
const longestWaitMs = 30_000;
const maxBytes = 5 * 1_048_576;
const pageSize = 10;
const maxPages = 5;
const never = Number.POSITIVE_INFINITY;
const unknownMs = minuteMs;

const post = z.object({
  id: z.string().min(1),
  title: z.string(),
  publish_date: z.number().nullish(),
});
const postPage = z.object({ data: z.array(post), total_pages: z.number().nullish() });
const singlePost = z.object({ data: post.extend({ status: z.string().nullish() }) });
const subscription = z.object({
  data: z.object({ email: z.email(), status: z.string().min(1) }),
});
const postWithContent = z.object({
  data: z.object({
    content: z.object({ free: z.object({ web: z.string().nullish() }).nullish() }).nullish(),
  }),
});

interface Connection extends NewsletterLocation {
  fetch: typeof fetch;
}

/** Opens the client of the platform; without a location every request fails. */
export const openNewsletter = (
  location: NewsletterLocation | undefined,
  send: typeof fetch = fetch,
): Newsletter => {
  if (location) return openPublication({ ...location, fetch: send });
  const refuse = async () => {
    throw new NewsletterError('BEEHIIV_API_KEY and BEEHIIV_PUBLICATION_ID are not set');
  };
  return { latestEdition: refuse, isPublished: refuse, findSubscription: refuse };
};

const openPublication = (connection: Connection): Newsletter => {
  const known = new LRUCache<string, number>({ max: 1_000 });
  return {
    latestEdition: async (moment, signal) => {
      const found = await findLatestPost(connection, moment, signal);
      if (!found) return undefined;
      const path = `posts/${encodeURIComponent(found.id)}?expand[]=free_web_content`;
      const { id, title, publish_date } = found;
      const { data } = await get(connection, path, postWithContent, signal).catch((error) => {
        throw error instanceof NewsletterError ? Object.assign(error, { edition: title }) : error;
      });
      const publishedAt = new Date((publish_date ?? 0) * 1_000);
      return { id, title, publishedAt, html: data.content?.free?.web ?? '' };
    },
    isPublished: async (editionId, moment, signal) => {
      let publishedAt = known.get(editionId);
      if (publishedAt === undefined) {
        publishedAt = await findPublication(connection, editionId, signal);
        known.set(editionId, publishedAt, publishedAt === never ? { ttl: unknownMs } : {});
      }
      return publishedAt <= moment.getTime();
    },
    findSubscription: async (id, signal) => {
      const path = `subscriptions/${encodeURIComponent(id)}`;
      const found = await orMissing(get(connection, path, subscription, signal));
      return found?.data;
    },
  };
};

/** Resolves to undefined if the response is 404. */
const orMissing = <T>(response: Promise<T>): Promise<T | undefined> =>
  response.catch((error) => {
    if (error instanceof NewsletterError && error.status === 404) return undefined;
    throw error;
  });

/** Finds a publication time in milliseconds since 1970; `never` if there is no edition. */
const findPublication = async (
  connection: Connection,
  editionId: string,
  signal: AbortSignal,
): Promise<number> => {
  const path = `posts/${encodeURIComponent(editionId)}`;
  const found = await orMissing(get(connection, path, singlePost, signal));
  if (!found?.data.publish_date) return never;
  const { status, publish_date } = found.data;
  return status && status !== 'confirmed' ? never : publish_date * 1_000;
};

/** Finds the latest post. Confirmed posts include scheduled ones, which come first. */
const findLatestPost = async (connection: Connection, moment: Date, signal: AbortSignal) => {
  for (let page = 1; page <= maxPages; page += 1) {
    const query = new URLSearchParams({
      status: 'confirmed',
      order_by: 'publish_date',
      direction: 'desc',
      limit: String(pageSize),
      page: String(page),
    });
    const { data, total_pages } = await get(connection, `posts?${query}`, postPage, signal);
    const published = data.find(
      (candidate) => candidate.publish_date && candidate.publish_date * 1_000 <= moment.getTime(),
    );
    if (published || data.length < pageSize || page >= (total_pages ?? 1)) return published;
  }
  return undefined;
};

/** Sends a GET request; tries three times if the platform is busy or unreachable. */
const get = async <T>(
  connection: Connection,
  path: string,
  schema: z.ZodType<T>,
  signal: AbortSignal,
): Promise<T> => {
  const publication = encodeURIComponent(connection.publicationId);
  const url = `${connection.baseUrl}/publications/${publication}/${path}`;
  for (let attempt = 0; ; attempt += 1) {
    const result = await attemptGet(url, connection, signal);
    if ('text' in result) {
      const parsed = schema.safeParse(jsonIn(result.text));
      if (parsed.success) return parsed.data;
      const cause = parsed.error;
      throw new NewsletterError('unexpected response shape', {
        reason: 'edition-malformed',
        cause,
      });
    }
    const wait = result.waitMs ?? retryPausesMs[attempt];
    if (
      !result.retry ||
      attempt === retryPausesMs.length ||
      wait === undefined ||
      wait > longestWaitMs
    ) {
      throw new NewsletterError(result.problem, { status: result.status, cause: result.cause });
    }
    await pause(wait, undefined, { signal }).catch((cause) => {
      throw new NewsletterError('deadline exceeded', { cause });
    });
  }
};

type Attempt =
  | { text: string }
  | {
      problem: string;
      retry: boolean;
      status?: number;
      waitMs?: number | undefined;
      cause?: unknown;
    };

const attemptGet = async (
  url: string,
  { apiKey, fetch }: Connection,
  signal: AbortSignal,
): Promise<Attempt> => {
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${apiKey}`, accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(attemptMs)]),
    });
    if (response.ok) return { text: await readText(response) };
    await response.body?.cancel();
    const retry = response.status === 429 || response.status >= 500;
    const { status } = response;
    return { problem: `HTTP ${status}`, status, retry, waitMs: waitOf(response) };
  } catch (cause) {
    if (cause instanceof NewsletterError) throw cause;
    return { problem: 'no readable response', retry: !signal.aborted, cause };
  }
};

/** Returns the wait in milliseconds; `RateLimit-Reset` is in epoch seconds. */
const waitOf = (response: Response): number | undefined => {
  const reset = Number(response.headers.get('ratelimit-reset') ?? Number.NaN);
  return Number.isFinite(reset) ? Math.max(0, reset * 1_000 - Date.now()) : undefined;
};

/** Parses a response; undefined if it is no JSON. */
const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const readText = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) {
      throw new NewsletterError(`response over ${maxBytes} bytes`, { reason: 'edition-malformed' });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};
