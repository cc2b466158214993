import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jwtVerify } from 'jose';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findConnection } from '../../cli/connection.ts';
import { UnreachableError } from '../../cli/failure.ts';
import { developmentSecret } from '../../server/auth/development-secret.ts';
import { testSecret } from '../harness.ts';

describe('where the service is', () => {
  const secret = { AUTH_JWT_SECRET: testSecret };
  it.each([
    [{}, 'http://127.0.0.1:3001', 'http://127.0.0.1:3000'],
    [
      { INTERNAL_HOST: '10.0.0.6', INTERNAL_PORT: '81', HOST: '10.0.0.5', PORT: '80' },
      'http://10.0.0.6:81',
      'http://10.0.0.5:80',
    ],
    [{ PUBLIC_URL: 'https://a.b' }, 'http://127.0.0.1:3001', 'https://a.b'],
    [
      { LEITOR_URL: 'http://c', LEITOR_PUBLIC_URL: 'http://d', PUBLIC_URL: 'https://a.b' },
      'http://c',
      'http://d',
    ],
  ])('is found with %o', async (env, url, publicUrl) => {
    const found = await findConnection({ ...secret, LEITOR_TOKEN: 'x', ...env });
    expect(found).toEqual({ url, publicUrl, token: 'x' });
  });

  it('is reached with the token of a file, or one of an administrator for an hour', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'leitor-token-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const file = join(directory, 'token');
    await writeFile(file, ' de.um.arquivo\n');
    const ofFile = { ...secret, LEITOR_TOKEN_FILE: file };
    expect((await findConnection(ofFile)).token).toBe('de.um.arquivo');
    expect((await findConnection({ ...ofFile, LEITOR_TOKEN: 'x' })).token).toBe('x');
    // Else the secret is that of a developer's service with the same data.
    const local = { DATA_DIR: directory };
    for (const [env, key] of [
      [secret, () => testSecret],
      [local, () => developmentSecret(directory)],
    ] as const) {
      const { token } = await findConnection(env);
      const { payload } = await jwtVerify(token, new TextEncoder().encode(await key()));
      const { email, roles, exp = 0, iat = 0 } = payload;
      expect(email).toMatch(/^[\w.-]+@localhost\.localdomain$/);
      expect(roles).toEqual(['admin']);
      // The two moments are taken one after the other.
      expect(Math.abs(exp - iat - 3_600)).toBeLessThan(600);
    }
    const published = { AUTH_JWKS_URL: 'https://a.b/keys' };
    await expect(findConnection(published)).rejects.toThrow(UnreachableError);
    await expect(findConnection({ ...secret, LEITOR_TOKEN_FILE: '/none' })).rejects.toThrow(
      UnreachableError,
    );
  });

  it.each(['127.0.0.1:3001', 'localhost:3001', 'http://'])('is refused at %j', async (url) => {
    await expect(findConnection({ ...secret, LEITOR_URL: url })).rejects.toThrow(/LEITOR_URL/);
  });
});
