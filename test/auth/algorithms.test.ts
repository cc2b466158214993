import { createHmac, randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

// Long enough for every algorithm, so that only the algorithm can be what is refused.
const secret = randomBytes(64).toString('base64url');
const app = await startApp({ AUTH_JWT_SECRET: secret });
afterAll(() => app.close());

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const tokenBy = (alg: string, digest: string) => {
  const payload = { sub: 'pessoa-1', exp: Math.floor(Date.now() / 1_000) + 3_600 };
  const signed = `${encode({ alg, typ: 'JWT' })}.${encode(payload)}`;
  return `${signed}.${createHmac(digest, secret).update(signed).digest('base64url')}`;
};

const statusFor = async (token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${app.url}/support/tags`, { headers })).status;
};

describe('tokens signed with the right secret', () => {
  it('by HS256 are accepted', async () => {
    expect(await statusFor(tokenBy('HS256', 'sha256'))).toBe(200);
  });

  it.each([
    ['HS512', 'sha512'],
    ['hs256', 'sha256'],
    ['none', 'sha256'],
    // The header says one algorithm, the signature is another's.
    ['HS512', 'sha256'],
  ])('but said to be %s (%s) are refused', async (alg, digest) => {
    expect(await statusFor(tokenBy(alg, digest))).toBe(401);
  });
});
