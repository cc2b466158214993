import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { stubService, success } from './stub-service.ts';

describe('a request', () => {
  it.each([
    ['a/b', 'a%2Fb'],
    ['../tags', '..%2Ftags'],
    ['ação 1%', 'a%C3%A7%C3%A3o%201%25'],
  ])('keeps the path parameter %s in one segment', async (groupId, segment) => {
    const { leitor, requests } = stubService([success({})]);
    await leitor.getGroupRanking({ groupId });
    expect(requests[0]?.url).toBe(`https://api.test/streaks/groups/${segment}/ranking`);
  });

  it.each(['', '.', '..'])('refuses the path parameter "%s"', async (id) => {
    const { leitor, requests } = stubService([success({})]);
    await expect(leitor.getQuiz({ id })).rejects.toThrow(TypeError);
    expect(requests).toEqual([]);
  });

  it('goes to the address of the rankings if it is one', async () => {
    const addresses = { baseUrl: 'https://api.test/v/', streaksBaseUrl: 'https://streaks.test/' };
    const { leitor, requests } = stubService([success({})], addresses);
    await leitor.getGlobalRanking();
    await leitor.listTags();
    expect(requests.map(({ url }) => url)).toEqual([
      'https://streaks.test/streaks/ranking/global',
      'https://api.test/v/support/tags',
    ]);
  });

  it('has a key of its own if it changes something', async () => {
    const { leitor, requests } = stubService([success({})]);
    await leitor.createTag({ name: 'A', color: '#000000' });
    await leitor.updateGroup({ groupId: 'g', name: 'Clube' });
    await leitor.deleteTag({ id: 1 });
    await leitor.listTags();
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
    for (const key of keys.slice(0, 3)) expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect([new Set(keys).size, keys[3]]).toEqual([4, null]);
  });

  it.each([
    [{}, null],
    [{ token: 'a' }, 'Bearer a'],
    [{ token: 'a', getToken: async () => 'b' }, 'Bearer b'],
    [{ token: 'a', getToken: () => undefined }, null],
  ])('of a client with %o is authorized by %s', async (options, authorization) => {
    const { leitor, requests } = stubService([success({})], options);
    await leitor.listTags();
    await leitor.listTags({}, { headers: { Authorization: 'Basic YTpi' } });
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([
      authorization,
      'Basic YTpi',
    ]);
  });

  it('has a file of React Native, which is a plain object, as it is', async () => {
    const append = vi.spyOn(FormData.prototype, 'append');
    onTestFinished(() => append.mockRestore());
    const { leitor } = stubService([success([])]);
    const arquivo = { uri: 'file:///a.png', name: 'a.png', type: 'image/png' };
    await leitor.uploadAttachments({ id: 1, arquivo: arquivo as unknown as File });
    expect(append.mock.calls).toEqual([['arquivo', arquivo]]);
  });

  it('has a form with the files by their names, and without what is absent', async () => {
    const { leitor, requests } = stubService([success([])]);
    const arquivo = [new File(['a'], 'a.txt'), new Blob(['b'])];
    await leitor.uploadAttachments({ id: 1, arquivo, mensagemId: 7 });
    // A list of files of a page, `FileList`, is no array.
    const list = { ...arquivo, length: 2 } as unknown as File[];
    await leitor.uploadAttachments({ id: 1, arquivo: list, mensagemId: undefined });
    const partsOf = async (request: Request | undefined) =>
      [...((await request?.formData()) ?? [])].map(([name, part]) => [
        name,
        part instanceof File ? part.name : part,
      ]);
    const files = [
      ['arquivo', 'a.txt'],
      ['arquivo', 'arquivo'],
    ];
    expect(await partsOf(requests[0])).toEqual([...files, ['mensagemId', '7']]);
    expect(await partsOf(requests[1])).toEqual(files);
  });
});

describe('a file that is downloaded', () => {
  it.each([
    ['attachment; filename="acao.txt"; filename*=UTF-8\'\'a%C3%A7%C3%A3o.txt', 'ação.txt'],
    ['attachment; filename="a \\"1\\".txt"', 'a "1".txt'],
    ['attachment', 'arquivo'],
    [undefined, 'arquivo'],
  ])('with the disposition %s is called %s', async (disposition, name) => {
    const headers = {
      'content-type': 'text/plain',
      ...(disposition && { 'content-disposition': disposition }),
    };
    const { leitor } = stubService([new Response('oi', { headers })]);
    const file = await leitor.downloadAttachment({ attachmentId: 1 });
    expect([file.name, file.type, await file.text()]).toEqual([name, 'text/plain', 'oi']);
  });
});
