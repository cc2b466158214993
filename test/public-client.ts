import { initClient } from '@ts-rest/core';
import { contract } from '../contract/index.ts';

interface ClientOptions {
  baseUrl: string;
  /** Without one, requests are anonymous. */
  token?: string;
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch;
}

/**
 * The public API through ts-rest's client: a method returns `{ status, body, headers }` of the one
 * request that it sends. A download is a Blob.
 */
export const createClient = ({ baseUrl, token, fetch = globalThis.fetch }: ClientOptions) =>
  initClient(contract, {
    baseUrl,
    baseHeaders: { ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    api: async ({ path, method, headers, body, route, fetchOptions }) => {
      const response = await fetch(path, {
        ...fetchOptions,
        method,
        headers,
        ...(body !== undefined && { body }),
      });
      const isFile = route === contract.downloadAttachment && response.ok;
      return {
        status: response.status,
        headers: response.headers,
        body: isFile ? await response.blob() : parsed(await response.text()),
      };
    },
  });

export type Client = ReturnType<typeof createClient>;

/** The code of a failure. */
export const errorCode = ({ headers }: { headers: Headers }): string | undefined =>
  headers.get('x-error-code') ?? undefined;

/** JSON, or the text if it is none: a proxy's error page. */
const parsed = (text: string): unknown => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
