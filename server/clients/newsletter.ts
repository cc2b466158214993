import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

/** One edition of the newsletter, as published. */
export interface Edition {
  id: string;
  title: string;
  publishedAt: Date;
  html: string;
}

/** The newsletter's publishing platform. */
export interface Newsletter {
  /**
   * The latest edition published by the moment; undefined where there is none.
   *
   * @throws NewsletterError
   */
  latestEdition: (moment: Date, signal: AbortSignal) => Promise<Edition | undefined>;
}

/** Thrown where the platform gave no answer that will do. */
export class NewsletterError extends Error {
  override name = 'NewsletterError';
}

/** Where the newsletter is: a publication on beehiiv (API v2). */
export interface NewsletterLocation {
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

const post = z.object({
  id: z.string().min(1),
  title: z.string(),
  publish_date: z.number().nullish(),
});
const postPage = z.object({ data: z.array(post), total_pages: z.number().nullish() });
const postWithContent = z.object({
  data: z.object({ content: z.object({ free: z.object({ web: z.string() }) }).nullish() }),
});

/** The platform, and what it is asked with. */
interface Connection extends NewsletterLocation {
  fetch: typeof fetch;
}

/** Connects to the newsletter; without a location, every question fails. */
export const openNewsletter = (
  place: NewsletterLocation | undefined,
  fetchWith: typeof fetch = fetch,
): Newsletter => ({
  latestEdition: async (moment, signal) => {
    if (!place) throw new NewsletterError('BEEHIIV_API_KEY and BEEHIIV_PUBLICATION_ID are not set');
    const location = { ...place, fetch: fetchWith };
    const found = await latestPost(location, moment, signal);
    if (!found) return undefined;
    const path = `posts/${encodeURIComponent(found.id)}?expand[]=free_web_content`;
    const { data } = await get(location, path, postWithContent, signal);
    return {
      id: found.id,
      title: found.title,
      publishedAt: new Date((found.publish_date ?? 0) * 1_000),
      html: data.content?.free.web ?? '',
    };
  },
});

/** Confirmed posts include those scheduled for later, which come first. */
const latestPost = async (location: Connection, moment: Date, signal: AbortSignal) => {
  for (let page = 1; page <= maxPages; page += 1) {
    const query = new URLSearchParams({
      status: 'confirmed',
      order_by: 'publish_date',
      direction: 'desc',
      limit: String(pageSize),
      page: String(page),
    });
    const { data, total_pages } = await get(location, `posts?${query}`, postPage, signal);
    const published = data.find(
      (candidate) => candidate.publish_date && candidate.publish_date * 1_000 <= moment.getTime(),
    );
    if (published || data.length < pageSize || page >= (total_pages ?? 1)) return published;
  }
  return undefined;
};

/** Asks the platform, up to three times where it is busy or away. */
const get = async <T>(
  location: Connection,
  path: string,
  schema: z.ZodType<T>,
  signal: AbortSignal,
): Promise<T> => {
  const publication = encodeURIComponent(location.publicationId);
  const url = `${location.baseUrl}/publications/${publication}/${path}`;
  for (let attempt = 0; ; attempt += 1) {
    const result = await attemptGet(url, location, signal);
    if ('body' in result) {
      const parsed = schema.safeParse(result.body);
      if (parsed.success) return parsed.data;
      throw new NewsletterError('an answer of another shape', { cause: parsed.error });
    }
    const wait = result.waitMs ?? retryPausesMs[attempt];
    if (
      !result.retry ||
      attempt === retryPausesMs.length ||
      wait === undefined ||
      wait > longestWaitMs
    ) {
      throw new NewsletterError(result.problem, { cause: result.cause });
    }
    await pause(wait, undefined, { signal }).catch((cause) => {
      throw new NewsletterError('too late', { cause });
    });
  }
};

type Attempt =
  | { body: unknown }
  | { problem: string; retry: boolean; waitMs?: number | undefined; cause?: unknown };

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
    if (response.ok) return { body: JSON.parse(await readText(response)) };
    await response.body?.cancel();
    const retry = response.status === 429 || response.status >= 500;
    return { problem: `HTTP ${response.status}`, retry, waitMs: waitOf(response) };
  } catch (cause) {
    if (cause instanceof NewsletterError) throw cause;
    return { problem: 'no answer that can be read', retry: !signal.aborted, cause };
  }
};

/** `RateLimit-Reset` is the moment, in epoch seconds, when requests are let through again. */
const waitOf = (response: Response): number | undefined => {
  const reset = Number(response.headers.get('ratelimit-reset') ?? Number.NaN);
  return Number.isFinite(reset) ? Math.max(0, reset * 1_000 - Date.now()) : undefined;
};

const readText = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new NewsletterError(`an answer of over ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};
