import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLeitor } from '../../packages/sdk/src/index.ts';
import { startApp, type TestApp } from '../harness.ts';
import { failure, silence, stubService, success } from './stub-service.ts';

describe('the time that a call has', () => {
  it('is five minutes for models and files and a minute for the rest, unless it says otherwise', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { leitor } = stubService([silence], { retries: 0 });
    const { leitor: other } = stubService([silence], { retries: 0, timeoutMs: 7_000 });
    const began = Date.now();
    const lateAfter = (call: Promise<unknown>) => call.catch(() => Date.now() - began);
    const late = Promise.all([
      lateAfter(leitor.generateQuiz()),
      lateAfter(leitor.listTags()),
      lateAfter(other.generateQuiz()),
      lateAfter(other.listTags({}, { timeoutMs: 90_000 })),
    ]);
    await vi.runAllTimersAsync();
    expect(await late).toEqual([300_000, 60_000, 7_000, 90_000]);
  });
});

describe('a response that is not of the API', () => {
  it.each([
    ['HTML with 200', new Response('<!doctype html>'), /^https:\/\/api.test sent HTML$/],
    ['HTML with 404', new Response('\n<html>', { status: 404 }), /sent HTML/],
    [
      'another path of the service',
      Response.json({}, { status: 404, headers: { 'x-error-code': 'not-found' } }),
      /is no API$/,
    ],
    ['JSON of another service', Response.json({}, { status: 404 }), /is no API$/],
  ])('has a hint: %s', async (_, response, hint) => {
    const { leitor } = stubService([response], { retries: 0 });
    await expect(leitor.listTags()).rejects.toMatchObject({ hint: expect.stringMatching(hint) });
  });
});

describe('pages', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('go through a list item by item, a page a request', async () => {
    const urls: string[] = [];
    const onRequest = ({ url }: { url: string }) => void urls.push(url);
    const leitor = createLeitor({ baseUrl: app.url, token: await app.token(), onRequest });
    const { groupId } = await leitor.createGroup({ name: 'Clube' });
    const internal = await app.trpc();
    for (const name of ['ana', 'bia', 'caio']) {
      await internal.groups.addMember.mutate({ groupId, email: `${name}@exemplo.com.br` });
    }
    urls.length = 0;
    const owners: boolean[] = [];
    for await (const member of leitor.pages.listGroupMembers({ groupId, limit: 2 })) {
      owners.push(member.isOwner);
    }
    expect(owners).toEqual([true, false, false, false]);
    expect(urls).toHaveLength(2);
  });

  it('ask for no page that nobody reads', async () => {
    const page = success({ items: [{ isOwner: true }], nextCursor: '2' });
    const { leitor, requests } = stubService([page]);
    const options = { headers: { traceparent: '00-1' } };
    for await (const _ of leitor.pages.listGroupMembers({ groupId: 'g' }, options)) break;
    expect(requests.map(({ headers }) => headers.get('traceparent'))).toEqual(['00-1']);
  });

  it('reject as the operation does', async () => {
    const { leitor } = stubService([failure(404, 'group-not-found')]);
    const items = leitor.pages.listGroupMembers({ groupId: 'g' });
    await expect(items.next()).rejects.toMatchObject({ code: 'group-not-found' });
  });
});
