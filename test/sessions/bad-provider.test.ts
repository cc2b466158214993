import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { startStubServer } from '../../scripts/sandbox/stub-server.ts';
import { startApp } from '../harness.ts';
import { holdTimeouts } from '../support/timeouts.ts';
import { openBrowser } from './browser.ts';
import { discoveryOf } from './discovery.ts';

// A provider that sends what a real one would not: it signs whatever a test says.

const [pair, other] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
const jwk = { ...(await exportJWK(pair.publicKey)), alg: 'RS256', use: 'sig' };

type Claims = JWTPayload & { nonce?: string };
let idToken: (claims: Claims) => Promise<string> | string;
let nonce = '';
/** How often a code was sent. */
let exchanges = 0;
/** What the provider sends instead of tokens, with a secret alone if there is one. */
let failing:
  | { status: number; type: string; body: string; secret?: string; challenge?: string }
  | undefined;

const provider = await startStubServer(({ url, body }) => {
  if (url.pathname === '/.well-known/openid-configuration') {
    return {
      status: 200,
      json: discoveryOf(provider.url),
    };
  }
  if (url.pathname === '/keys') return { status: 200, json: { keys: [jwk] } };
  exchanges += 1;
  return async (res) => {
    if (failing && body.includes(failing.secret ?? '')) {
      const { status, type, challenge } = failing;
      const headers = { 'content-type': type, ...(challenge && { 'www-authenticate': challenge }) };
      res.writeHead(status, headers).end(failing.body);
      return;
    }
    const seconds = Math.floor(Date.now() / 1_000);
    const token = await idToken({
      iss: provider.url,
      aud: 'console',
      sub: '1',
      email: 'ana@exemplo.com',
      name: 'Ana',
      roles: ['admin'],
      iat: seconds,
      exp: seconds + 60,
      nonce,
    });
    res.writeHead(200, { 'content-type': 'application/json' });
    res.end(JSON.stringify({ access_token: 'x', token_type: 'Bearer', id_token: token }));
  };
});
const env = {
  OIDC_ISSUER: provider.url,
  OIDC_CLIENT_ID: 'console',
  OIDC_CLIENT_SECRET: 'segredo',
  OIDC_CLIENT_PREVIOUS_SECRET: 'antigo',
};
const app = await startApp(env);
afterAll(async () => {
  await app.close();
  await provider.close();
});

const sign = (claims: Claims, key: CryptoKey = pair.privateKey) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(key);

/** Signs in with an ID token and returns the last response. */
const signInWith = async (
  make: typeof idToken,
  params: Record<string, string> = {},
  service = app,
) => {
  idToken = make;
  const browser = openBrowser(service);
  const login = await browser.visit('/console/login');
  const request = new URL(login.headers.get('location') ?? '').searchParams;
  nonce = request.get('nonce') ?? '';
  expect(request.get('code_challenge_method')).toBe('S256');
  const callback = new URL(`${service.internalUrl}/console/callback`);
  const sent = { code: 'c', state: request.get('state') ?? '', ...params };
  for (const [name, value] of Object.entries(sent)) callback.searchParams.set(name, value);
  const response = await browser.visit(callback);
  return { response, who: await browser.who() };
};

describe('an ID token', () => {
  it('as it should be signs in', async () => {
    const { response, who } = await signInWith(sign);
    expect(response.status).toBe(303);
    expect(who).toEqual({ email: 'ana@exemplo.com', name: 'Ana', role: 'admin' });
  });

  it.each<[string, (claims: Claims) => Promise<string> | string]>([
    ['another nonce', (claims) => sign({ ...claims, nonce: 'outro' })],
    ['another issuer', (claims) => sign({ ...claims, iss: 'https://contas.exemplo.com' })],
    ['another authorized party', (claims) => sign({ ...claims, aud: ['console', 'x'], azp: 'x' })],
    ['no e-mail', ({ email: _, ...claims }) => sign(claims)],
    ['an e-mail that is not verified', (claims) => sign({ ...claims, email_verified: false })],
    ['the signature of another key', (claims) => sign(claims, other.privateKey)],
  ])('with %s is refused', async (_, make) => {
    const { response, who } = await signInWith(make);
    expect([response.status, response.headers.get('x-error-code')]).toEqual([
      400,
      'sign-in-failed',
    ]);
    expect(who).toBeUndefined();
  });
});

describe('a provider', () => {
  it('signs nobody in by an error instead of a code', async () => {
    const { response, who } = await signInWith(sign, { error: 'access_denied' });
    expect([response.status, who]).toEqual([400, undefined]);
  });

  it('refuses the response of another issuer', async () => {
    const { response, who } = await signInWith(sign, { iss: 'https://contas.exemplo.com' });
    expect([response.status, who]).toEqual([400, undefined]);
  });

  it.each([
    [502, 'text/html', '<h1>Bad gateway</h1>', 503],
    [400, 'application/json', '{"error":"invalid_grant"}', 400],
  ])(
    'takes the response %i %s of a provider as down, or as a refusal: %s',
    async (status, type, body, shown) => {
      failing = { status, type, body };
      onTestFinished(() => {
        failing = undefined;
      });
      exchanges = 0;
      const { response } = await signInWith(sign);
      // The former secret is for one that refuses the present one.
      expect([response.status, exchanges]).toEqual([shown, 1]);
    },
  );

  it.each([
    ['{"error":"invalid_client"}', ''],
    ['', 'Basic realm="clients"'],
  ])(
    'sends the former secret to a provider that refuses the new one: %s',
    async (body, challenge) => {
      const secrets = { OIDC_CLIENT_SECRET: 'recente', OIDC_CLIENT_PREVIOUS_SECRET: 'segredo' };
      const service = await startApp({ ...env, ...secrets });
      failing = { status: 401, type: 'application/json', body, secret: 'recente', challenge };
      onTestFinished(async () => {
        failing = undefined;
        await service.close();
      });
      expect((await signInWith(sign, {}, service)).who).toMatchObject({ email: 'ana@exemplo.com' });
    },
  );

  it('takes a provider that is silent for ten seconds as down, not as a refusal', async () => {
    const service = await startApp(env);
    onTestFinished(service.close);
    const pass = holdTimeouts(10_000);
    const sending = () => {
      pass();
      return new Promise<string>(() => undefined);
    };
    const { response } = await signInWith(sending, {}, service);
    expect([response.status, response.headers.get('x-error-code')]).toEqual([503, 'unavailable']);
    const target = 'sign-in:unavailable';
    expect((await (await service.trpc()).audit.list.query({ target })).items).toEqual([]);
  });
});
