import { describe, expect, it } from 'vitest';
import { failure, stubService, success } from './stub-service.ts';

describe('a token that was refused', () => {
  const refused = failure(401, 'invalid-token');

  it('is renewed once for all requests that it was refused with', async () => {
    let current = 'old';
    let renewals = 0;
    const byToken = ({ headers }: Request) =>
      headers.get('authorization') === 'Bearer new' ? success([]) : refused.clone();
    const { leitor, requests } = stubService([byToken], {
      getToken: () => current,
      onUnauthorized: async () => {
        renewals += 1;
        await Promise.resolve();
        current = 'new';
      },
    });
    const calls = await Promise.all(Array.from({ length: 50 }, () => leitor.listTags()));
    expect(calls).toHaveLength(50);
    expect(renewals).toBe(1);
    expect(requests).toHaveLength(100);
  });

  it('is not renewed for a request that was sent before the renewal and refused after it', async () => {
    let current = 'old';
    let renewals = 0;
    const renewed = Promise.withResolvers<void>();
    const byToken = async ({ headers, url }: Request) => {
      if (headers.get('authorization') === 'Bearer new') return success([]);
      if (url.endsWith('filtros')) await renewed.promise;
      return refused.clone();
    };
    const { leitor, requests } = stubService([byToken], {
      getToken: () => current,
      onUnauthorized: () => {
        renewals += 1;
        current = 'new';
      },
    });
    const late = leitor.getReportFilters();
    await leitor.listTags();
    renewed.resolve();
    await late;
    expect([renewals, requests.length]).toEqual([1, 4]);
  });

  it('is renewed for each call that it is refused in, also after a renewal that failed', async () => {
    let expired = 'a';
    const byToken = ({ headers }: Request) =>
      headers.get('authorization') === `Bearer ${expired}` ? refused.clone() : success([]);
    const renewals = ['b', new Error('signed out'), 'c'];
    const onUnauthorized = async () => {
      const renewal = renewals.shift();
      if (renewal instanceof Error) throw renewal;
      return renewal;
    };
    const { leitor, requests } = stubService([byToken], { token: 'a', onUnauthorized });
    await leitor.listTags();
    expired = 'b';
    await expect(leitor.listTags()).rejects.toThrow('signed out');
    await leitor.listTags();
    const tokens = requests.map(({ headers }) => headers.get('authorization')?.slice(-1));
    expect(tokens.join('')).toBe('abbbc');
  });

  it('is not sent again if the client renews none', async () => {
    let calls = 0;
    const { leitor, requests } = stubService([refused], { getToken: () => String(calls++) });
    await expect(leitor.listTags()).rejects.toMatchObject({ code: 'invalid-token' });
    expect(requests).toHaveLength(1);
  });

  it('fails the call if the renewed one is refused too, or if there is no other', async () => {
    const again = stubService([refused], { token: 'a', onUnauthorized: () => 'b' });
    await expect(again.leitor.listTags()).rejects.toMatchObject({ code: 'invalid-token' });
    expect(again.requests).toHaveLength(2);
    const same = stubService([refused], { token: 'a', onUnauthorized: () => undefined });
    await expect(same.leitor.listTags()).rejects.toMatchObject({ status: 401 });
    expect(same.requests).toHaveLength(1);
  });
});
