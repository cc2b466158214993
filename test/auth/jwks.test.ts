import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startStubServer } from '../../scripts/sandbox/stub-server.ts';
import { startApp, testSecret } from '../harness.ts';
import { noteTimeouts } from '../support/timeouts.ts';

interface KeyServer {
  url: string;
  keys: JWK[];
  requests: number;
  /** Answers 500 while true. */
  failing: boolean;
  close: () => Promise<void>;
}

const startKeyServer = async (): Promise<KeyServer> => {
  const stub = await startStubServer(() => {
    state.requests += 1;
    return { status: state.failing ? 500 : 200, json: { keys: state.keys } };
  });
  const state: KeyServer = {
    url: `${stub.url}/keys`,
    keys: [],
    requests: 0,
    failing: false,
    close: stub.close,
  };
  return state;
};

const makeKey = async (kid: string, alg = 'RS256') => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { privateKey, kid, alg, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
};

const sign = (key: { privateKey: CryptoKey; kid: string; alg: string }, sub = 'pessoa') =>
  new SignJWT({ roles: ['agent'] })
    .setProtectedHeader({ alg: key.alg, kid: key.kid })
    .setSubject(sub)
    .setExpirationTime('8h')
    .sign(key.privateKey);

describe('tokens with published keys', () => {
  let keyServer: KeyServer;
  let app: Awaited<ReturnType<typeof startApp>>;
  const ask = (token: string) =>
    fetch(`${app.url}/support/tags`, { headers: { authorization: `Bearer ${token}` } });
  /** Moves the clock that the cached keys age by. */
  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    keyServer = await startKeyServer();
    app = await startApp({ AUTH_JWKS_URL: keyServer.url });
  });
  afterEach(async () => {
    await app.close();
    await keyServer.close();
    vi.useRealTimers();
  });

  it.each(['RS256', 'ES256', 'EdDSA'])('takes %s', async (alg) => {
    const key = await makeKey('a', alg);
    keyServer.keys = [key.jwk];
    expect((await ask(await sign(key))).status).toBe(200);
  });

  it('finds the key by the id in the token, or without an id the only key that fits', async () => {
    const [old, young, other] = [
      await makeKey('old'),
      await makeKey('young'),
      await makeKey('other', 'ES256'),
    ];
    keyServer.keys = [old.jwk, young.jwk, other.jwk];
    const withoutId = ({ privateKey, alg }: typeof old) =>
      new SignJWT({ roles: ['agent'] })
        .setProtectedHeader({ alg })
        .setSubject('pessoa')
        .setExpirationTime('8h')
        .sign(privateKey);
    const statusOf = async (token: string) => (await ask(token)).status;
    for (const key of [old, young]) expect(await statusOf(await withoutId(key))).toBe(401);
    for (const key of [old, young, other]) expect(await statusOf(await sign(key))).toBe(200);
    expect(await statusOf(await withoutId(other))).toBe(200);
    expect(await statusOf(await sign({ ...old, kid: 'young' }))).toBe(401);
  });

  it('refuses HS256, whatever the secret: the public key, or that of the tests', async () => {
    const key = await makeKey('a');
    keyServer.keys = [key.jwk];
    for (const secret of [JSON.stringify(key.jwk), testSecret]) {
      const token = await new SignJWT({ roles: ['admin'] })
        .setProtectedHeader({ alg: 'HS256', kid: 'a' })
        .setSubject('x')
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode(secret));
      expect((await ask(token)).status).toBe(401);
    }
  });

  it('refuses other algorithms, whatever the key says', async () => {
    const key = await makeKey('a', 'RS512');
    keyServer.keys = [key.jwk];
    expect((await ask(await sign(key))).status).toBe(401);
  });

  it('learns a new key without a restart, and lets the withdrawn one go', async () => {
    const [old, young] = [await makeKey('old'), await makeKey('young')];
    keyServer.keys = [old.jwk];
    const oldToken = await sign(old);
    expect((await ask(oldToken)).status).toBe(200);
    expect((await ask(await sign(await makeKey('unknown')))).status).toBe(401);
    keyServer.keys = [young.jwk];
    pass(4_999);
    expect((await ask(await sign(young))).status).toBe(401);
    pass(1);
    expect((await ask(await sign(young))).status).toBe(200);
    // Not remembered by this process, so checked against the present keys.
    expect((await ask(await sign(old, 'outra pessoa'))).status).toBe(401);
  });

  it('refuses the tokens of a withdrawn key within five minutes, cached ones too', async () => {
    const [old, young] = [await makeKey('old'), await makeKey('young')];
    keyServer.keys = [old.jwk];
    const cached = await sign(old);
    expect((await ask(cached)).status).toBe(200);
    keyServer.keys = [young.jwk];
    pass(119_999);
    const late = await sign(old, 'outra pessoa');
    expect((await ask(late)).status).toBe(200);
    pass(1);
    expect((await ask(await sign(old, 'ainda outra'))).status).toBe(401);
    pass(179_998);
    expect((await ask(late)).status).toBe(200);
    pass(1);
    for (const token of [cached, late]) expect((await ask(token)).status).toBe(401);
  });

  it('goes on with the known keys for an hour while the key server is down, and comes back', async () => {
    const key = await makeKey('a');
    keyServer.keys = [key.jwk];
    const fetchedAt = Date.now();
    expect((await ask(await sign(key, 'a'))).status).toBe(200);
    keyServer.failing = true;
    // Since the keys were fetched: the server is asked every 10 s at most.
    for (const [ms, requests] of [
      [660_000, 2],
      [669_999, 2],
      [670_000, 3],
      [3_600_000, 4],
    ] as const) {
      vi.setSystemTime(fetchedAt + ms);
      expect((await ask(await sign(key, `${ms}`))).status).toBe(200);
      expect(keyServer.requests, `after ${ms} ms`).toBe(requests);
    }
    pass(1);
    const response = await ask(await sign(key, 'd'));
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    keyServer.failing = false;
    pass(9_999);
    expect((await ask(await sign(key, 'd'))).status).toBe(200);
  });

  it('returns 503, not 401, within two seconds if no key was ever fetched', async () => {
    keyServer.failing = true;
    const timeouts = noteTimeouts();
    const response = await ask(await sign(await makeKey('a')));
    expect(response.status).toBe(503);
    expect(timeouts()).toEqual([2_000]);
  });

  it('does not ask the key server for every token with an unknown key', async () => {
    const [known, unknown] = [await makeKey('a'), await makeKey('x')];
    keyServer.keys = [known.jwk];
    expect((await ask(await sign(known))).status).toBe(200);
    for (let i = 0; i < 10; i += 1)
      expect((await ask(await sign(unknown, `${i}`))).status).toBe(401);
    expect(keyServer.requests).toBe(1);
  });
});
