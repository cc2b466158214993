import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import type { IsRevoked } from '../../server/auth/revocations.ts';
import { tokenVerifier } from '../../server/auth/tokens.ts';
import { parseConfig } from '../../server/config/config.ts';
import { testSecret } from '../harness.ts';

const iat = Math.floor(Date.now() / 1_000);
const base = { sub: 'pessoa-1', iat, exp: iat + 3_600 };

const verifierWith = (env: Record<string, string>, isRevoked: IsRevoked = () => false) =>
  tokenVerifier(
    { ...parseConfig(env).auth, keys: { secret: testSecret } },
    () => new Date(),
    isRevoked,
  );
const verify = verifierWith({});

/** The person of a token with these claims, or the code that refuses it. */
const personOf = async (claims: object, by = verify) => {
  const token = await new SignJWT({ ...base, ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(testSecret));
  return by(token).then(
    ({ person }) => person,
    (error) => error.code,
  );
};

describe('a token', () => {
  it('names a person', async () => {
    expect(await personOf({ email: 'Ana@Exemplo.com.br', name: ' Ana  Lima ' })).toEqual({
      kind: 'person',
      subject: 'pessoa-1',
      email: 'ana@exemplo.com.br',
      name: 'Ana Lima',
      role: 'reader',
    });
  });

  it('has a subject of 255 characters and a name of 200 at most', async () => {
    const longest = { sub: 'x'.repeat(255), name: 'y'.repeat(200) };
    expect(await personOf(longest)).toEqual({
      kind: 'person',
      role: 'reader',
      subject: longest.sub,
      name: longest.name,
    });
  });

  it.each([
    ['name', 'x'.repeat(201)],
    ['name', 7],
    ['name', ' \u200b'],
    ['jti', 'x'.repeat(256)],
    ['email_verified', 'true'],
  ])('is good without its %s, if that is %j', async (claim, value) => {
    expect(await personOf({ [claim]: value })).toEqual({
      kind: 'person',
      subject: 'pessoa-1',
      role: 'reader',
    });
  });

  it.each([
    ['sub', ''],
    ['sub', 'x'.repeat(256)],
    ['email_verified', false],
    ['email', 7],
    ['email', `${'x'.repeat(250)}@exemplo.com.br`],
  ])('is refused if its %s is %j', async (claim, value) => {
    expect(await personOf({ [claim]: value })).toBe('invalid-token');
  });

  it('is looked up among the revoked by its e-mail, its id and when it was issued', async () => {
    const asked: unknown[] = [];
    const by = verifierWith({}, (token) => asked.push(token) > 2);
    const claims = { email: 'Ana@exemplo.com.br', jti: 'f'.repeat(255) };
    for (let time = 0; time < 2; time += 1)
      expect(await personOf(claims, by)).toMatchObject({ kind: 'person' });
    expect(await personOf(claims, by)).toBe('invalid-token');
    const token = { email: 'ana@exemplo.com.br', tokenId: claims.jti, issuedAt: iat * 1_000 };
    expect(asked).toEqual([token, token, token]);
  });
});

describe('the issuer and the audience', () => {
  it.each([
    ['AUTH_ISSUER', 'iss'],
    ['AUTH_AUDIENCE', 'aud'],
  ])('are each compared on their own: %s', async (variable, claim) => {
    const by = verifierWith({ [variable]: 'leitor' });
    expect(await personOf({ [claim]: 'leitor' }, by)).toMatchObject({ kind: 'person' });
    expect(await personOf({ [claim]: 'outro' }, by)).toBe('invalid-token');
    expect(await personOf({}, by)).toBe('invalid-token');
  });

  it('may be one of several audiences', async () => {
    const by = verifierWith({ AUTH_AUDIENCE: 'leitor' });
    expect(await personOf({ aud: ['outro', 'leitor'] }, by)).toMatchObject({ kind: 'person' });
  });
});

describe('the role', () => {
  const roleOf = async (claims: object, env: Record<string, string> = {}) =>
    (await personOf(claims, verifierWith(env))).role;

  it.each([
    [['reader', 'agent', 'admin'], 'admin'],
    [['agent', 'editor'], 'editor'],
    [['reader', 'redator'], 'reader'],
    [['Admin'], 'reader'],
    [{ admin: true }, 'reader'],
    ['admin', 'admin'],
  ])('of %j is %s', async (roles, role) => {
    expect(await roleOf({ roles })).toBe(role);
  });

  it('is in the claim that is configured, and in no other', async () => {
    const url = 'https://leitor.exemplo.com.br/papeis';
    expect(await roleOf({ [url]: ['admin'] }, { AUTH_ROLES_CLAIM: url })).toBe('admin');
    expect(await roleOf({ roles: ['admin'] }, { AUTH_ROLES_CLAIM: url })).toBe('reader');
    const nested = { AUTH_ROLES_CLAIM: 'acesso.leitor.papel' };
    expect(await roleOf({ acesso: { leitor: { papel: 'agent' } } }, nested)).toBe('agent');
    expect(await roleOf({ acesso: { leitor: 'agent' }, papel: 'admin' }, nested)).toBe('reader');
  });

  it('of a token that names none is AUTH_DEFAULT_ROLE, never instead of one it names', async () => {
    const env = { AUTH_DEFAULT_ROLE: 'agent' };
    expect(await roleOf({ roles: ['redator'] }, env)).toBe('agent');
    expect(await roleOf({ roles: ['reader'] }, env)).toBe('reader');
  });
});
