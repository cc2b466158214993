import { createLeitor, type Leitor, type LeitorOptions } from '../../packages/sdk/src/index.ts';

/** How a stub responds to one attempt: a response, or what `fetch` rejects with. */
export type Reply = Response | Error | ((request: Request) => Response | Promise<Response>);

/** A client whose `fetch` records requests and replies from a list; its last reply repeats. */
export const stubService = (
  replies: Reply[],
  options: Partial<LeitorOptions> = {},
): { leitor: Leitor; requests: Request[] } => {
  const requests: Request[] = [];
  const leitor = createLeitor({
    baseUrl: 'https://api.test',
    fetch: async (input, init) => {
      init?.signal?.throwIfAborted();
      const request = new Request(input, init);
      requests.push(request.clone());
      const reply = replies[Math.min(requests.length, replies.length) - 1];
      if (!reply || reply instanceof Error) throw reply ?? new Error('no reply');
      return typeof reply === 'function' ? reply(request) : reply.clone();
    },
    ...options,
  });
  return { leitor, requests };
};

/** A successful response with data. */
export const success = (data?: unknown, init?: ResponseInit): Response =>
  Response.json({ success: true, ...(data !== undefined && { data }) }, init);

/** A failure as the service sends it. */
export const failure = (
  status: number,
  code: string,
  headers: Record<string, string> = {},
): Response =>
  Response.json(
    { success: false, message: `texto de ${code}` },
    { status, headers: { 'x-error-code': code, ...headers } },
  );

/** A request that gets no response until it is aborted. */
export const silence = (request: Request): Promise<Response> =>
  new Promise((_, reject) => {
    request.signal.addEventListener('abort', () => reject(request.signal.reason));
  });
