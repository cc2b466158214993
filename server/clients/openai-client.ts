import OpenAI from 'openai';

/** A server with OpenAI's API. */
export interface OpenAiEndpoint {
  apiKey: string;
  /** Undefined: OpenAI's own. */
  baseUrl: string | undefined;
}

const retries = 2;

/** The SDK's client of a server: it logs nothing, reads no environment, and cuts off response bodies over `maxResponseBytes`. */
export const openAiClient = (
  { apiKey, baseUrl }: OpenAiEndpoint,
  { fetch: send, maxResponseBytes }: { fetch: typeof fetch; maxResponseBytes: number },
): OpenAI =>
  new OpenAI({
    apiKey,
    // Null stops the SDK from reading the environment.
    organization: null,
    project: null,
    ...(baseUrl && { baseURL: baseUrl }),
    maxRetries: retries,
    logLevel: 'off',
    fetch: withBoundedBody(send, maxResponseBytes),
  });

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
