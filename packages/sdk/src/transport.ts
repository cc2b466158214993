import type { FetchOptions, UploadProgress } from './call-options.ts';
import type { PreparedRequest } from './request.ts';
import type { RawResponse, Route } from './route.ts';

/** Sends a request once and reads the whole response. Rejects like `fetch`. */
export const transmit = async (
  send: typeof fetch | undefined,
  route: Route,
  request: PreparedRequest,
  headers: Headers,
  signal: AbortSignal | undefined,
  fetchOptions: FetchOptions | undefined,
  onProgress: ((progress: UploadProgress) => void) | undefined,
): Promise<RawResponse> => {
  const { url, method, body } = request;
  const init = { ...fetchOptions, method, headers, body: body ?? null, ...(signal && { signal }) };
  const report = onProgress && body instanceof FormData && reporter(body, onProgress);
  // In browsers only XMLHttpRequest reports upload progress, and most do not stream request bodies.
  const inBrowser = globalThis.XMLHttpRequest !== undefined;
  const response = await (report && inBrowser && !send
    ? sendByXhr(request, headers, signal, report)
    : (send ?? fetch)(url, report && !inBrowser ? countingBody(init, report) : init));
  if (report && send) report(Number.POSITIVE_INFINITY);
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

/** The file name in a `Content-Disposition`: `filename*`, else `filename`. */
const fileNameOf = (disposition: string | null): string | undefined => {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition ?? '')?.[1]?.replace(/\\(.)/g, '$1');
};

/** Called with the number of bytes of a body that were sent. */
type Report = (sent: number) => void;

/** Returns a function that reports the sent bytes of a form's files. */
const reporter = (form: FormData, onProgress: (progress: UploadProgress) => void): Report => {
  let total = 0;
  form.forEach((part) => {
    if (typeof part !== 'string') total += part.size;
  });
  let last = 0;
  return (sent) => {
    // The few bytes around the files count as bytes of the files.
    const loaded = Math.min(sent, total);
    if (loaded > last) onProgress({ loaded, total });
    last = loaded;
  };
};

/** Makes `fetch` send a form as a stream that counts its bytes. */
const countingBody = (init: RequestInit & { headers: Headers }, report: Report): RequestInit => {
  const encoded = new Response(init.body);
  init.headers.set('content-type', encoded.headers.get('content-type') ?? '');
  let loaded = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      loaded += chunk.byteLength;
      report(loaded);
      controller.enqueue(chunk);
    },
  });
  const streamed = {
    ...init,
    body: encoded.body?.pipeThrough(counter) ?? null,
    duplex: 'half',
    // Node rejects a 401 to a streamed body if it could have sent credentials itself.
    credentials: 'omit' as const,
  };
  return streamed;
};

const sendByXhr = (
  { method, url, body }: PreparedRequest,
  headers: Headers,
  signal: AbortSignal | undefined,
  report: Report,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(method, url);
    xhr.responseType = 'blob';
    headers.forEach((value, name) => {
      xhr.setRequestHeader(name, value);
    });
    xhr.upload.onprogress = ({ loaded }) => report(loaded);
    xhr.onabort = () => reject(signal?.reason);
    xhr.onerror = () => reject(new TypeError('Failed to fetch'));
    xhr.onload = () => {
      const lines = xhr.getAllResponseHeaders().matchAll(/(.+?): (.*)/g);
      const received = new Headers();
      for (const [, name = '', value = ''] of lines) received.append(name, value);
      // These have no body, and `Response` throws if they get one.
      const body = [204, 205, 304].includes(xhr.status) ? null : xhr.response;
      resolve(new Response(body, { status: xhr.status, headers: received }));
    };
    // This signal belongs to this request alone.
    signal?.addEventListener('abort', () => xhr.abort());
    xhr.send(body);
  });
