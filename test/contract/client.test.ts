import { describe, expect, it } from 'vitest';
import { type ClientOptions, createClient } from '../../contract/index.ts';

const tag = {
  id: 7,
  name: 'Assinatura',
  color: '#1D4ED8',
  isDefault: false,
  createdAt: '2026-03-10T14:30:00.000Z',
  updatedAt: '2026-03-10T14:30:00.000Z',
};

/** A client whose requests are kept instead of sent, each answered with a copy of `answer`. */
const recording = (
  options: Partial<ClientOptions> = {},
  answer = Response.json({ success: true }),
) => {
  const requests: Request[] = [];
  const client = createClient({
    baseUrl: 'https://api.test',
    fetch: async (input, init) => {
      requests.push(new Request(input, init));
      return answer.clone();
    },
    ...options,
  });
  const only = (): Request => {
    const [request, ...others] = requests;
    if (!request || others.length > 0) throw new Error(`${requests.length} requests were sent`);
    return request;
  };
  return { client, requests, only };
};

describe('createClient', () => {
  it('sends a JSON body and answers status, body and headers', async () => {
    const answer = Response.json(
      { success: true, data: tag },
      { status: 201, headers: { 'x-request-id': 'r-1' } },
    );
    const { client, only } = recording({}, answer);
    const response = await client.createTag({ body: { name: 'Assinatura', color: '#1D4ED8' } });

    expect(only().method).toBe('POST');
    expect(only().url).toBe('https://api.test/support/tags');
    expect(only().headers.get('content-type')).toBe('application/json');
    expect(await only().json()).toEqual({ name: 'Assinatura', color: '#1D4ED8' });
    expect(response).toMatchObject({ status: 201, body: { success: true, data: tag } });
    expect(response.headers.get('x-request-id')).toBe('r-1');
  });

  it('sends neither body nor content type where there is none', async () => {
    const { client, requests } = recording();
    await client.listTags();
    await client.generateQuiz();
    await client.deleteTag({ params: { id: 7 } });
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'DELETE']);
    for (const request of requests) {
      expect(request.body).toBeNull();
      expect(request.headers.has('content-type')).toBe(false);
    }
  });

  it.each([
    ['a/b', 'a%2Fb'],
    ['a?b#c', 'a%3Fb%23c'],
    ['../tags', '..%2Ftags'],
    ['ação 1%', 'a%C3%A7%C3%A3o%201%25'],
    ['$&', '%24%26'],
  ])('keeps the path parameter %s in one segment', async (groupId, segment) => {
    const { client, only } = recording();
    await client.getGroupRanking({ params: { groupId } });
    expect(only().url).toBe(`https://api.test/streaks/groups/${segment}/ranking`);
  });

  it.each(['', '.', '..'])(
    'refuses the path parameter "%s", which no path can hold',
    async (id) => {
      const { client, requests } = recording();
      await expect(client.getQuiz({ params: { id } })).rejects.toThrow(TypeError);
      expect(requests).toEqual([]);
    },
  );

  it('encodes the query and leaves out what is undefined', async () => {
    const { client, requests } = recording();
    await client.getTicketTimeSeries({
      query: { main: 'Cobrança & planos', status: undefined, agrupar_por: 'mes' },
    });
    await client.getTicketTimeSeries({ query: { status: undefined } });
    const [some, none] = requests.map(({ url }) => new URL(url));
    expect(Object.fromEntries(some?.searchParams ?? [])).toEqual({
      main: 'Cobrança & planos',
      agrupar_por: 'mes',
    });
    expect(none?.href).toBe('https://api.test/support/relatorios/serie-temporal');
  });

  it('sends the rankings to their own address, and the rest to the other', async () => {
    const { client, requests } = recording({
      baseUrl: 'https://api.test/v/',
      streaksBaseUrl: 'https://streaks.test/',
    });
    await client.getGlobalRanking();
    await client.listTags();
    expect(requests.map(({ url }) => url)).toEqual([
      'https://streaks.test/streaks/ranking/global',
      'https://api.test/v/support/tags',
    ]);
  });

  it('asks for the token before every request', async () => {
    const tokens = ['um', 'dois', undefined];
    const { client, requests } = recording({ token: async () => tokens.shift() });
    await client.listTags();
    await client.listTags();
    await client.listTags();
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer um',
      'Bearer dois',
      null,
    ]);
  });

  it('takes a token that does not change', async () => {
    const { client, only } = recording({ token: 'abc' });
    await client.listTags();
    expect(only().headers.get('authorization')).toBe('Bearer abc');
  });

  it('sends the headers of the operation and those of the caller, and none that is undefined', async () => {
    const { client, requests } = recording();
    const body = { quizId: 'q', answers: [] };
    await client.submitQuiz({ body, headers: { 'idempotency-key': 'k-1' } });
    await client.submitQuiz({ body, headers: { 'idempotency-key': undefined } });
    await client.listTags({ extraHeaders: { traceparent: '00-1' } });
    expect(requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual([
      'k-1',
      null,
      null,
    ]);
    expect(requests[2]?.headers.get('traceparent')).toBe('00-1');
  });

  it('rejects when its signal aborts it', async () => {
    const client = createClient({
      baseUrl: 'https://api.test',
      fetch: async (_input, init) => {
        init?.signal?.throwIfAborted();
        return Response.json({});
      },
    });
    const signal = AbortSignal.abort();
    await expect(client.listTags({ fetchOptions: { signal } })).rejects.toThrow(/abort/i);
  });

  it('sends the own headers of an operation before extra ones of the same name', async () => {
    const { client, only } = recording();
    await client.submitQuiz({
      body: { quizId: 'a', answers: [] },
      headers: { 'idempotency-key': 'chave' },
      extraHeaders: { 'Idempotency-Key': 'outra' },
    });
    expect(only().headers.get('idempotency-key')).toBe('chave');
  });
});

describe('uploadAttachments', () => {
  const partsOf = async (request: Request) => {
    const form = await request.formData();
    return Promise.all(
      [...form].map(async ([name, value]) =>
        typeof value === 'string'
          ? [name, value]
          : [name, value.name, value.type, await value.text()],
      ),
    );
  };

  it('makes the form of a file and keeps its name and type', async () => {
    const { client, only } = recording();
    const arquivo = new File(['a;b'], 'relatório.csv', { type: 'text/csv' });
    await client.uploadAttachments({ params: { id: 42 }, body: { arquivo, mensagemId: 108 } });
    expect(only().url).toBe('https://api.test/support/42/anexos');
    expect(only().headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/);
    expect(await partsOf(only())).toEqual([
      ['arquivo', 'relatório.csv', 'text/csv', 'a;b'],
      ['mensagemId', '108'],
    ]);
  });

  it('repeats the field for several, and names the blobs that have no name', async () => {
    const { client, only } = recording();
    const arquivo = [new File(['1'], '1.txt', { type: 'text/plain' }), new Blob(['2'])];
    await client.uploadAttachments({
      params: { id: 42 },
      body: { arquivo, mensagemId: undefined },
    });
    expect(await partsOf(only())).toEqual([
      ['arquivo', '1.txt', 'text/plain', '1'],
      ['arquivo', 'arquivo', 'application/octet-stream', '2'],
    ]);
  });

  it('sends a form as it is', async () => {
    const { client, only } = recording();
    const body = new FormData();
    body.append('arquivo', new Blob(['x'], { type: 'text/plain' }), 'x.txt');
    await client.uploadAttachments({ params: { id: 42 }, body });
    expect(await partsOf(only())).toEqual([['arquivo', 'x.txt', 'text/plain', 'x']]);
  });
});

describe('downloadAttachment', () => {
  it.each(['application/pdf', 'text/plain', 'application/json'])(
    'answers a blob when the file is %s',
    async (type) => {
      const { client } = recording({}, new Response('{}', { headers: { 'content-type': type } }));
      const response = await client.downloadAttachment({ params: { attachmentId: 11 } });
      expect(response.body).toBeInstanceOf(Blob);
      if (response.status !== 200) throw new Error('expected 200');
      expect(response.body.type).toBe(type);
      expect(await response.body.text()).toBe('{}');
    },
  );

  it('answers a failure as JSON, and 304 without a body', async () => {
    const failed = Response.json(
      { success: false, message: 'Anexo não encontrado' },
      { status: 404 },
    );
    const params = { attachmentId: 11 };
    const response = await recording({}, failed).client.downloadAttachment({ params });
    expect(response.body).toEqual({ success: false, message: 'Anexo não encontrado' });
    const unchanged = recording({}, new Response(null, { status: 304 }));
    expect((await unchanged.client.downloadAttachment({ params })).body).toBeUndefined();
  });
});
