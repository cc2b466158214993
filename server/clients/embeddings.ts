import { z } from 'zod';
import { reasonOf } from '../text/error-reason.ts';
import type { TokenBudget } from './llm.ts';
import { isApiError, type OpenAiEndpoint, openAiClient } from './openai-client.ts';

/** `unavailable`: failed or too late. `unusable`: wrong response, not retried. `over-budget`: not sent. */
export type EmbeddingFailure = 'unavailable' | 'unusable' | 'over-budget';

/** The vectors have the order of the texts, the same dimensions and length 1. Errors quote no text. */
export type EmbeddingOutcome =
  | { ok: true; vectors: number[][] }
  | { ok: false; reason: EmbeddingFailure; detail: string };

export interface EmbeddingRequest {
  /** The label for metrics and budgets: a ticket's question, or settled tickets. */
  purpose: 'question' | 'backlog';
  model: string;
  /** Undefined means the model's own dimensions. */
  shortenTo: number | undefined;
  texts: readonly string[];
  /** The time limit of an attempt, in milliseconds. */
  attemptMs: number;
  /** The number of retries if the service is busy or unavailable. */
  retries: number;
  signal: AbortSignal;
}

export interface Embeddings {
  /** Embeds texts; never throws. */
  embed: (request: EmbeddingRequest) => Promise<EmbeddingOutcome>;
}

export interface EmbeddingHooks {
  fetch?: typeof fetch;
  /** Reports the tokens that the server counted. */
  onTokens?: (purpose: EmbeddingRequest['purpose'], tokens: number) => void;
  budgets?: Readonly<Record<EmbeddingRequest['purpose'], TokenBudget>> | undefined;
}

const maxResponseBytes = 16 * 1_048_576;
/** The limit of pgvector for an index. */
const maxDimensions = 4_000;
/** An upper estimate: few texts have more than one token for every two characters. */
const charactersPerToken = 2;

const response = z.object({
  data: z.array(z.object({ index: z.int().optional(), embedding: z.array(z.number()) })),
  usage: z.object({ total_tokens: z.number().nonnegative() }).nullish(),
});

export const openEmbeddings = (
  endpoint: OpenAiEndpoint,
  { fetch: send = fetch, onTokens, budgets }: EmbeddingHooks = {},
): Embeddings => {
  const getClient = openAiClient(endpoint, { fetch: send, maxResponseBytes });
  const request = async (asked: EmbeddingRequest): Promise<number[][]> => {
    const { purpose, model, shortenTo, texts, attemptMs, retries, signal } = asked;
    const client = await getClient();
    const characters = texts.reduce((sum, { length }) => sum + length, 0);
    const settle = await reserve(budgets?.[purpose], Math.ceil(characters / charactersPerToken));
    const given = await client.embeddings
      .create(
        {
          model,
          input: [...texts],
          encoding_format: 'float',
          ...(shortenTo !== undefined && { dimensions: shortenTo }),
        },
        { timeout: attemptMs, maxRetries: retries, signal },
      )
      .catch(async (error) => {
        // A server that refused the request used no tokens; an interrupted one may have.
        if (isApiError(error) && error.status) await settle?.(0);
        throw error;
      });
    const parsed = response.safeParse(given);
    if (!parsed.success) throw new Failure('unusable', 'the response is not one of the API');
    const tokens = parsed.data.usage?.total_tokens;
    if (tokens !== undefined) {
      onTokens?.(purpose, tokens);
      await settle?.(tokens);
    }
    return vectorsOf(parsed.data.data, { count: texts.length, length: shortenTo });
  };
  return {
    embed: async (asked) => {
      try {
        return { ok: true, vectors: await request(asked) };
      } catch (error) {
        const { reason, message } = toFailure(error);
        return { ok: false, reason, detail: message };
      }
    },
  };
};

class Failure extends Error {
  readonly reason: EmbeddingFailure;

  constructor(reason: EmbeddingFailure, message: string) {
    super(message);
    this.reason = reason;
  }
}

const reserve = async (budget: TokenBudget | undefined, tokens: number) => {
  if (!budget) return undefined;
  const settle = await budget.reserve(tokens);
  if (!settle) throw new Failure('over-budget', "the day's tokens are used up");
  return settle;
};

// The server's error text may quote the request.
const toFailure = (error: unknown): Failure => {
  if (error instanceof Failure) return error;
  if (error instanceof SyntaxError) return new Failure('unusable', 'the response is not JSON');
  if (!isApiError(error)) return new Failure('unavailable', reasonOf(error));
  const { status } = error;
  const refused = status !== undefined && status < 500 && ![408, 409, 429].includes(status);
  return new Failure(
    refused ? 'unusable' : 'unavailable',
    status ? `HTTP ${status}` : error.constructor.name,
  );
};

const vectorsOf = (
  data: z.output<typeof response>['data'],
  { count, length }: { count: number; length: number | undefined },
): number[][] => {
  if (data.length !== count) {
    throw new Failure('unusable', `${data.length} vectors for ${count} texts`);
  }
  const ordered = data.map((_, position) =>
    data.find(({ index }, order) => (index ?? order) === position),
  );
  const dimensions = length ?? ordered[0]?.embedding.length ?? 0;
  return ordered.map((item) => {
    if (!item) throw new Failure('unusable', 'an index is missing');
    const { embedding } = item;
    if (embedding.length !== dimensions) {
      throw new Failure(
        'unusable',
        `a vector has ${embedding.length} dimensions instead of ${dimensions}`,
      );
    }
    return normalised(embedding);
  });
};

const normalised = (vector: readonly number[]): number[] => {
  if (vector.length > maxDimensions) {
    throw new Failure(
      'unusable',
      `${vector.length} dimensions are more than ${maxDimensions}: set EMBEDDINGS_DIMENSIONS`,
    );
  }
  const norm = Math.hypot(...vector);
  if (!Number.isFinite(norm) || norm === 0) {
    throw new Failure('unusable', 'a vector is not of finite numbers, or all zero');
  }
  return vector.map((value) => Number((value / norm).toPrecision(6)));
};
