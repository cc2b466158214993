import type OpenAI from 'openai';
import type { APIError } from 'openai';

export interface OpenAiEndpoint {
  apiKey: string;
  /** Undefined: OpenAI's own. */
  baseUrl: string | undefined;
}

const retries = 2;

// Loaded at the first request: it takes a tenth of the time of a start.
let sdk: typeof import('openai') | undefined;

export const isApiError = (error: unknown): error is APIError =>
  sdk !== undefined && error instanceof sdk.APIError;

/** Logs nothing, reads no environment, and cuts off response bodies over `maxResponseBytes`. */
export const openAiClient = (
  { apiKey, baseUrl }: OpenAiEndpoint,
  { fetch: send, maxResponseBytes }: { fetch: typeof fetch; maxResponseBytes: number },
): (() => Promise<OpenAI>) => {
  let client: OpenAI | undefined;
  return async () => {
    sdk ??= await import('openai');
    client ??= new sdk.OpenAI({
      apiKey,
      // Null stops the SDK from reading the environment.
      organization: null,
      project: null,
      ...(baseUrl && { baseURL: baseUrl }),
      maxRetries: retries,
      logLevel: 'off',
      fetch: withBoundedBody(send, maxResponseBytes),
    });
    return client;
  };
};

/** A body that is cut off is invalid JSON. */
const withBoundedBody =
  (send: typeof fetch, maxBytes: number): typeof fetch =>
  async (input, init) => {
    const response = await send(input, init);
    if (!response.body) return response;
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body) {
      bytes += chunk.length;
      if (bytes > maxBytes) break;
      chunks.push(chunk);
    }
    return new Response(Buffer.concat(chunks), response);
  };
