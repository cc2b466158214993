import { describe, expect, it } from 'vitest';
import { createClient, errorCode, LeitorError, unwrap } from '../../contract/index.ts';

const answering = (answer: Response) =>
  createClient({ baseUrl: 'https://api.test', fetch: async () => answer });

const failing = (status: number, body: object, headers: Record<string, string> = {}) =>
  answering(Response.json(body, { status, headers }));

const thrownBy = async (promise: Promise<unknown>): Promise<LeitorError> => {
  const thrown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown instanceof LeitorError) return thrown;
  throw new Error('no LeitorError was thrown', { cause: thrown });
};

describe('errorCode', () => {
  it.each([
    ['tag-in-use', 'tag-in-use'],
    ['a-code-of-tomorrow', undefined],
    ['toString', undefined],
  ])('reads %s as %s', async (sent, read) => {
    const headers = new Headers({ 'X-Error-Code': sent });
    expect(errorCode({ headers })).toBe(read);
  });

  it('is undefined on a success', () => {
    expect(errorCode({ headers: new Headers() })).toBeUndefined();
  });
});

describe('unwrap', () => {
  it('gives the body of a success, from an answer or from its promise', async () => {
    const body = { success: true, data: [] };
    expect(await unwrap(answering(Response.json(body)).listTags())).toEqual(body);
    expect(await unwrap(await answering(Response.json(body)).listTags())).toEqual(body);
  });

  it('gives the file of a download', async () => {
    const client = answering(new Response('oi', { headers: { 'content-type': 'text/plain' } }));
    const file = await unwrap(client.downloadAttachment({ params: { attachmentId: 1 } }));
    expect(await file.text()).toBe('oi');
  });

  it('throws a failure with its status, code, text and request id', async () => {
    const client = failing(
      400,
      { success: false, message: 'Já existe uma tag com este nome' },
      { 'x-error-code': 'tag-name-taken', 'x-request-id': 'r-9' },
    );
    const error = await thrownBy(unwrap(client.listTags()));
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: 'LeitorError',
      status: 400,
      code: 'tag-name-taken',
      message: 'Já existe uma tag com este nome',
      requestId: 'r-9',
    });
  });

  it('reads the text of the group ranking, whose field is `error`', async () => {
    const client = failing(404, { success: false, error: 'Grupo não encontrado' });
    const error = await thrownBy(unwrap(client.getGroupRanking({ params: { groupId: 'g' } })));
    expect(error.message).toBe('Grupo não encontrado');
  });

  it("throws on a proxy's page, whose text the answer keeps", async () => {
    const page = () =>
      new Response('<html>502</html>', { status: 502, headers: { 'content-type': 'text/html' } });
    const response = await answering(page()).listTags();
    expect(response).toMatchObject({ status: 502, body: '<html>502</html>' });
    const error = await thrownBy(unwrap(answering(page()).listTags()));
    expect(error).toMatchObject({ status: 502, message: 'HTTP 502', code: undefined });
  });

  it.each([
    ['a page', new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    [
      'JSON cut short',
      new Response('{"success":tr', { headers: { 'content-type': 'application/json' } }),
    ],
    ['nothing', new Response(null, { status: 204 })],
  ])('throws on a 2xx that is %s', async (_, answer) => {
    const error = await thrownBy(unwrap(answering(answer).listTags()));
    expect(error.message).toBe(`HTTP ${answer.status}`);
  });

  it('throws what the request itself rejects with', async () => {
    const client = createClient({
      baseUrl: 'https://api.test',
      fetch: () => Promise.reject(new TypeError('fetch failed')),
    });
    await expect(unwrap(client.listTags())).rejects.toThrow('fetch failed');
  });
});
