import type OpenAI from 'openai';
import type { APIError } from 'openai';

export interface OpenAiEndpoint {
  apiKey: string;
  /** Undefined means OpenAI's own address. */
  baseUrl: string | undefined;
}

const retries = 2;

// The SDK is loaded at the first request, because it takes a tenth of the start's time.
let sdk: typeof import('openai') | undefined;

export const isApiError = (error: unknown): error is APIError =>
  sdk !== undefined && error instanceof sdk.APIError;

/**
 * Opens a client that logs nothing, reads no environment, and truncates responses over `maxResponseBytes`.
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
      // A null value prevents the SDK from reading the environment.
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

/** Truncates a response body, which is then invalid JSON. */
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
