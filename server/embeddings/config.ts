import { z } from 'zod';
import { httpUrl } from '../config-values.ts';

/** The variables of the search by meaning: docs/configuration.md. */
export const embeddingVariables = {
  EMBEDDINGS_MODEL: z.string().min(1).max(200).optional(),
  EMBEDDINGS_BASE_URL: httpUrl.optional(),
  EMBEDDINGS_API_KEY: z.string().optional(),
  EMBEDDINGS_DIMENSIONS: z.coerce.number().int().min(8).max(4_000).optional(),
};

/** A service with OpenAI's embeddings API. */
export interface EmbeddingConfig {
  apiKey: string;
  /** Undefined: OpenAI's own. */
  baseUrl: string | undefined;
  model: string;
  /** The number of dimensions that the model shortens its vectors to; undefined: not shortened. */
  shortenTo: number | undefined;
}

interface EmbeddingValues extends z.output<z.ZodObject<typeof embeddingVariables>> {
  OPENAI_API_KEY?: string | undefined;
  OPENAI_BASE_URL?: string | undefined;
}

/** The service that the variables name, by default at the language model's address; undefined without a model. */
export const embeddingConfigOf = (values: EmbeddingValues): EmbeddingConfig | undefined =>
  values.EMBEDDINGS_MODEL === undefined
    ? undefined
    : {
        // Self-hosted servers often accept any key.
        apiKey: values.EMBEDDINGS_API_KEY ?? values.OPENAI_API_KEY ?? 'none',
        baseUrl: values.EMBEDDINGS_BASE_URL ?? values.OPENAI_BASE_URL,
        model: values.EMBEDDINGS_MODEL,
        shortenTo: values.EMBEDDINGS_DIMENSIONS,
      };
