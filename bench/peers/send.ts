import type { Pool } from 'undici';

/** An HTTP request. */
export interface ApiRequest {
  method: 'GET' | 'POST';
  path: string;
  token?: string | undefined;
  type?: string;
  body?: string | Buffer;
}

/**
 * Sends a request and discards its response. Rejects with the response's text if its status is not
 * the expected one.
 */
export const send = (pool: Pool, request: ApiRequest, expected: number): Promise<void> =>
  new Promise((resolve, reject) => {
    let status = 0;
    let text = '';
    pool.dispatch(
      {
        method: request.method,
        path: request.path,
        headers: {
          ...(request.token && { authorization: `Bearer ${request.token}` }),
          ...(request.type && { 'content-type': request.type }),
        },
        body: request.body ?? null,
      },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_controller, statusCode) => {
          status = statusCode;
        },
        onResponseData: (_controller, chunk) => {
          if (status !== expected) text += chunk.toString();
        },
        onResponseEnd: () => {
          if (status === expected) resolve();
          else reject(new Error(`${request.method} ${request.path} returned ${status}: ${text}`));
        },
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
