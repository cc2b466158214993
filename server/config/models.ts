import { z } from 'zod';
import { httpUrl } from './value-schemas.ts';

/** The variables are described in docs/configuration.md. */
export const modelVariables = {
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: httpUrl.optional(),
  OPENAI_MODEL: z.string().min(1).default('gpt-5.4-mini'),
  MODEL_MAX_OUTPUT_TOKENS: z.coerce.number().int().min(100).max(1_000_000).optional(),
  MODEL_TOKENS_PER_DAY: z.coerce.number().int().min(1).max(1e12).optional(),
  EMBEDDINGS_MODEL: z.string().min(1).max(200).optional(),
  EMBEDDINGS_BASE_URL: httpUrl.optional(),
  EMBEDDINGS_API_KEY: z.string().optional(),
  EMBEDDINGS_DIMENSIONS: z.coerce.number().int().min(8).max(4_000).optional(),
};

export interface ModelEndpoint {
  apiKey: string;
  /** Undefined means OpenAI's own address. */
  baseUrl: string | undefined;
  model: string;
  /** The limit for every completion; undefined means each request has its own. */
  maxOutputTokens?: number | undefined;
}

type Values = z.output<z.ZodObject<typeof modelVariables>>;

export const modelEndpointOf = (values: Values): ModelEndpoint | undefined =>
  values.OPENAI_API_KEY
    ? {
        apiKey: values.OPENAI_API_KEY,
        baseUrl: values.OPENAI_BASE_URL,
        model: values.OPENAI_MODEL,
        maxOutputTokens: values.MODEL_MAX_OUTPUT_TOKENS,
      }
    : undefined;

/** The embedding service, by default at the language model's address; undefined without EMBEDDINGS_MODEL. */
export const embeddingConfigOf = (values: Values) =>
  values.EMBEDDINGS_MODEL === undefined
    ? undefined
    : {
        // Self-hosted servers often accept any key.
        apiKey: values.EMBEDDINGS_API_KEY ?? values.OPENAI_API_KEY ?? 'none',
        baseUrl: values.EMBEDDINGS_BASE_URL ?? values.OPENAI_BASE_URL,
        model: values.EMBEDDINGS_MODEL,
        /** Undefined means the model's own dimensions. */
        shortenTo: values.EMBEDDINGS_DIMENSIONS,
      };
