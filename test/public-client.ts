import { initClient } from '@ts-rest/core';
import { contract } from '../contract/index.ts';

interface ClientOptions {
  baseUrl: string;
  /** The access token; without one, requests are anonymous. */
  token?: string;
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch;
}

/**
 * A ts-rest client of the public API. A method sends one request and returns `{ status, body, headers }`; a
 * download is a Blob.
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

/** Parses JSON, or returns the text of other content, such as a proxy's error page. */
const parsed = (text: string): unknown => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
