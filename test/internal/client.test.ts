import { describe, expect, it } from 'vitest';
import { createInternalClient, isInternalError } from '../../packages/internal/src/index.ts';

type Options = Partial<Parameters<typeof createInternalClient>[0]>;

/** A client whose requests get an empty list, and these requests. */
const recorded = (options: Options) => {
  const requests: Request[] = [];
  const client = createInternalClient({
    url: 'http://127.0.0.1:3001',
    token: 'a',
    fetch: async (input, init) => {
      requests.push(new Request(input, init));
      return Response.json({ result: { data: { items: [], nextCursor: null } } });
    },
    ...options,
  });
  return { client, requests };
};

/** A request that gets no response until it is aborted. */
const silence: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    const leave = () => reject(init?.signal?.reason);
    if (init?.signal?.aborted) leave();
    else init?.signal?.addEventListener('abort', leave);
  });

describe('a client of the internal API', () => {
  it.each(['http://127.0.0.1:3001', 'http://127.0.0.1:3001/', 'http://127.0.0.1:3001//'])(
    'reaches %s, with its token',
    async (url) => {
      const { client, requests } = recorded({ url });
      expect(await client.tags.list.query()).toEqual({ items: [], nextCursor: null });
      expect(requests[0]?.url).toBe('http://127.0.0.1:3001/trpc/tags.list');
      expect(requests[0]?.headers.get('authorization')).toBe('Bearer a');
    },
  );

  it('asks for a token before every call', async () => {
    let calls = 0;
    const token = async () => {
      calls += 1;
      return `t${calls}`;
    };
    const { client, requests } = recorded({ token });
    await client.tags.list.query();
    await client.tags.delete.mutate({ id: 1 });
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer t1',
      'Bearer t2',
    ]);
  });

  it('rejects after its deadline, and as soon as its caller leaves, with a failure without data', async () => {
    const { client } = recorded({ timeoutMs: 20, fetch: silence });
    const late: unknown = await client.tags.list.query().catch((error: unknown) => error);
    expect(isInternalError(late) && late.data === undefined).toBe(true);
    for (const timeoutMs of [undefined, 600_000]) {
      const { client: patient } = recorded({ timeoutMs, fetch: silence });
      const leaving = new AbortController();
      const call = patient.tags.list.query(undefined, { signal: leaving.signal });
      leaving.abort();
      const left: unknown = await call.catch((error: unknown) => error);
      expect(isInternalError(left)).toBe(true);
    }
    expect(isInternalError(new Error('no'))).toBe(false);
  });
});
