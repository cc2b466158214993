import type OpenAI from 'openai';
import type { APIError } from 'openai';

/** A server with OpenAI's API. */
export interface OpenAiEndpoint {
  apiKey: string;
  /** Undefined: OpenAI's own. */
  baseUrl: string | undefined;
}

const retries = 2;

// Loaded at the first request: it takes a tenth of the time of a start.
let sdk: typeof import('openai') | undefined;

/** Whether an error is one of the SDK's. */
export const isApiError = (error: unknown): error is APIError =>
  sdk !== undefined && error instanceof sdk.APIError;

/**
 * Returns the SDK's client of a server: it logs nothing, reads no environment, and cuts off
 * response bodies over `maxResponseBytes`.
 */
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

/** Cuts longer response bodies off, which makes them invalid JSON. */
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
