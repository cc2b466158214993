import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import { findAccount } from '../../db/accounts/accounts.ts';
import { startApp, testSecret } from '../harness.ts';

const issuer = 'https://conta.exemplo.com.br';
const audience = 'leitor';
const app = await startApp({ AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience });
afterAll(() => app.close());

const inAnHour = () => Math.floor(Date.now() / 1_000) + 3_600;
const secret = (text: string) => new TextEncoder().encode(text);
const claims = () => ({
  sub: 'pessoa-1',
  exp: inAnHour(),
  iss: issuer,
  aud: audience,
  roles: ['agent'],
});
const sign = (payload: Record<string, unknown>, alg = 'HS256', key = testSecret) =>
  new SignJWT(payload).setProtectedHeader({ alg }).sign(secret(key));
const without = (claim: string) =>
  Object.fromEntries(Object.entries(claims()).filter(([name]) => name !== claim));

const ask = (path: string, authorization?: string) =>
  fetch(app.url + path, { headers: authorization ? { authorization } : {} });

const bad: [string, () => Promise<string | undefined> | string | undefined][] = [
  ['no token', () => undefined],
  ['another scheme', () => 'Basic YTpi'],
  [
    'an expired token',
    async () => `Bearer ${await sign({ ...claims(), exp: inAnHour() - 7_200 })}`,
  ],
  ['no exp', async () => `Bearer ${await sign(without('exp'))}`],
  ['a sub with a NUL', async () => `Bearer ${await sign({ ...claims(), sub: 'a\u0000b' })}`],
  ['another key', async () => `Bearer ${await sign(claims(), 'HS256', 'x'.repeat(40))}`],
  ['a future nbf', async () => `Bearer ${await sign({ ...claims(), nbf: inAnHour() })}`],
];

describe('bearer tokens', () => {
  it.each(bad)('refuses %s with 401', async (_, make) => {
    const response = await ask('/support/tags', (await make()) ?? undefined);
    expect(response.status).toBe(401);
    expect(response.headers.get('x-error-code')).toBe('invalid-token');
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('refuses an RS256 token signed with a key of the caller’s', async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256');
    const token = await new SignJWT(claims())
      .setProtectedHeader({ alg: 'RS256', jwk: await exportJWK(publicKey) })
      .sign(privateKey);
    expect((await ask('/support/tags', `Bearer ${token}`)).status).toBe(401);
  });

  it('takes a good one, whatever the case of the scheme', async () => {
    expect((await ask('/support/tags', `bEARER ${await sign(claims())}`)).status).toBe(200);
  });

  it('refuses a cached token once it has expired', async () => {
    let now = new Date();
    const other = await startApp({}, { now: () => now });
    const expiresAt = new Date(now.getTime() + 60_000);
    const client = await other.client({ role: 'agent', expiresAt });
    expect((await client.listTags()).status).toBe(200);
    now = new Date(expiresAt.getTime() + 1_000);
    expect((await client.listTags()).status).toBe(401);
    await other.close();
  });
});

describe('what a token says of a person', () => {
  const callQuiz = async (email: unknown) => {
    const token = await sign({ ...claims(), email });
    return (await ask('/quiz/00000000-0000-4000-8000-000000000000', `Bearer ${token}`)).status;
  };

  it.each([
    [null, 401],
    ['', 401],
    ['用户@例子.广告', 404],
  ])('may have the e-mail %j, and without one a quiz answers %i', async (email, status) => {
    expect(await callQuiz(email)).toBe(status);
  });

  it('loses what is invisible in a name', async () => {
    const email = 'invisivel@exemplo.com.br';
    const name = 'Ana\u202e\u001b[31m \u200bLima';
    await ask('/support/tags', `Bearer ${await sign({ ...claims(), email, name })}`);
    const { db } = app.service.contextFor('test');
    expect((await findAccount(db, email))?.name).toBe('Ana [31m Lima');
  });

  it('is stored when the token is new, and not again while it is cached', async () => {
    const { db } = app.service.contextFor('test');
    const email = 'sem.nome@exemplo.com.br';
    const authorization = `Bearer ${await sign({ ...claims(), email })}`;
    await ask('/support/tags', authorization);
    expect(await findAccount(db, email)).toMatchObject({ name: null });
    await db.deleteFrom('accounts').where('email', '=', email).execute();
    expect((await ask('/support/tags', authorization)).status).toBe(200);
    expect(await findAccount(db, email)).toBeUndefined();
  });

  it('is not needed: a token works if it cannot be stored', async () => {
    const { db } = app.service.contextFor('test');
    const token = await sign({ ...claims(), email: 'nao.guardada@exemplo.com.br' });
    await db.schema.alterTable('accounts').renameTo('accounts_away').execute();
    try {
      expect((await ask('/support/tags', `Bearer ${token}`)).status).toBe(200);
    } finally {
      await db.schema.alterTable('accounts_away').renameTo('accounts').execute();
    }
    const line = { level: 40, msg: 'could not store the account of a token' };
    expect(app.logs).toContainEqual(expect.objectContaining(line));
  });
});

describe('rotating the secret', () => {
  it('takes tokens of the present and the previous secrets, and of no other', async () => {
    const [old, older, foreign] = ['o', 'p', 'q'].map((letter) => letter.repeat(40));
    const rotating = await startApp({ AUTH_JWT_PREVIOUS_SECRETS: `${old},${older}` });
    const statusOf = async (key: string | undefined) => {
      const token = await sign({ ...claims(), iss: undefined, aud: undefined }, 'HS256', key);
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${rotating.url}/support/tags`, { headers })).status;
    };
    expect(await statusOf(testSecret)).toBe(200);
    expect(await statusOf(old)).toBe(200);
    expect(await statusOf(older)).toBe(200);
    expect(await statusOf(foreign)).toBe(401);
    await rotating.close();
  });
});

describe('AUTH_MAX_TOKEN_AGE', () => {
  it('refuses tokens that were issued longer ago, or do not say when', async () => {
    let now = new Date();
    const limited = await startApp({ AUTH_MAX_TOKEN_AGE: '10m' }, { now: () => now });
    const seconds = Math.floor(now.getTime() / 1_000);
    const statusOf = async (iat: number | undefined) => {
      const token = await sign({ ...claims(), iss: undefined, aud: undefined, iat });
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${limited.url}/support/tags`, { headers })).status;
    };
    expect(await statusOf(seconds - 590)).toBe(200);
    expect(await statusOf(seconds - 610)).toBe(401);
    expect(await statusOf(undefined)).toBe(401);
    now = new Date(now.getTime() + 20_000);
    // The first one again, which the process has cached.
    expect(await statusOf(seconds - 590)).toBe(401);
    await limited.close();
  });
});
