import type { UploadProgress } from './call-options.ts';
import type { PreparedRequest } from './request.ts';
import type { RawResponse, Route } from './route.ts';

/** Sends a request once, and reads the response to its end. Rejects as `fetch` does. */
export const transmit = async (
  send: typeof fetch | undefined,
  route: Route,
  request: PreparedRequest,
  headers: Headers,
  signal: AbortSignal,
  onProgress: ((progress: UploadProgress) => void) | undefined,
): Promise<RawResponse> => {
  const { url, method, body } = request;
  const init = { method, headers, signal, ...(body !== undefined && { body }) };
  // Only XMLHttpRequest reports what a browser has sent.
  const reports = onProgress && body instanceof FormData;
  const response =
    reports && !send && typeof XMLHttpRequest === 'function'
      ? await sendByXhr(request, headers, signal, onProgress)
      : await (send ?? fetch)(url, reports ? countingBody(init, body, onProgress) : init);
  return {
    status: response.status,
    headers: response.headers,
    body: await bodyOf(route, response),
  };
};

const bodyOf = async (route: Route, response: Response): Promise<unknown> => {
  if (route.file && response.ok) {
    const blob = await response.blob();
    const name = fileNameOf(response.headers.get('content-disposition')) ?? 'arquivo';
    return new File([blob], name, { type: blob.type });
  }
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return text || undefined;
  }
};

/** The name in a `Content-Disposition`: `filename*`, else `filename`. */
const fileNameOf = (disposition: string | null): string | undefined => {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition ?? '')?.[1]?.replace(/\\(.)/g, '$1');
};

/** Makes `fetch` send a form as a stream that counts the bytes of its files. */
const countingBody = (
  init: RequestInit & { headers: Headers },
  form: FormData,
  onProgress: (progress: UploadProgress) => void,
): RequestInit => {
  let total = 0;
  form.forEach((part) => {
    if (typeof part !== 'string') total += part.size;
  });
  const encoded = new Response(form);
  init.headers.set('content-type', encoded.headers.get('content-type') ?? '');
  let loaded = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      loaded += chunk.byteLength;
      onProgress({ loaded: Math.min(loaded, total), total });
      controller.enqueue(chunk);
    },
  });
  const streamed = {
    ...init,
    body: encoded.body?.pipeThrough(counter) ?? form,
    duplex: 'half',
    // Node rejects a 401 to a stream if it could have sent credentials itself.
    credentials: 'omit' as const,
  };
  return streamed;
};

const sendByXhr = (
  { method, url, body }: PreparedRequest,
  headers: Headers,
  signal: AbortSignal,
  onProgress: (progress: UploadProgress) => void,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    xhr.open(method, url);
    xhr.responseType = 'blob';
    headers.forEach((value, name) => {
      xhr.setRequestHeader(name, value);
    });
    xhr.upload.onprogress = ({ loaded, total }) => onProgress({ loaded, total });
    xhr.onabort = () => reject(signal.reason);
    xhr.onerror = () => reject(new TypeError('Failed to fetch'));
    xhr.onloadend = () => signal.removeEventListener('abort', abort);
    xhr.onload = () => {
      const lines = xhr.getAllResponseHeaders().trim().split(/\r\n/);
      const pairs = lines.map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon), line.slice(colon + 1).trim()];
      });
      resolve(new Response(xhr.response, { status: xhr.status, headers: pairs }));
    };
    signal.addEventListener('abort', abort);
    xhr.send(body ?? null);
  });
