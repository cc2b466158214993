import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../server/config.ts';

const folder = mkdtempSync(join(tmpdir(), 'leitor-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const secret = 's'.repeat(32);
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db/leitor',
  AUTH_JWT_SECRET: secret,
};

describe('parseConfig', () => {
  it('needs nothing in development', () => {
    expect(parseConfig({})).toMatchObject({
      environment: 'development',
      listen: { host: '127.0.0.1', port: 3000 },
      internalListen: { host: '127.0.0.1', port: 3001 },
      dataDirectory: '.data',
      database: undefined,
      seedDemo: true,
      rateLimit: true,
      shutdownDelayMs: 0,
      auth: { keys: undefined, rolesClaim: 'roles', defaultRole: 'reader' },
    });
  });

  it('listens everywhere in production, and seeds nothing on a server', () => {
    expect(parseConfig(production)).toMatchObject({
      listen: { host: '0.0.0.0' },
      seedDemo: false,
      shutdownDelayMs: 5_000,
      database: { url: 'postgres://db/leitor', poolSize: 10 },
    });
  });

  it.each([
    [{ PORT: 'abc' }, /^PORT: /],
    [{ PORT: '70000' }, /^PORT: /],
    [{ SHUTDOWN_DELAY: '61' }, /^SHUTDOWN_DELAY: /],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL: must be a postgres:\/\/ URL$/],
    [{ AUTH_JWT_SECRET: 'short' }, /^AUTH_JWT_SECRET: must be at least 32 bytes long$/],
    [{ AUTH_DEFAULT_ROLE: 'root' }, /^AUTH_DEFAULT_ROLE: /],
    [{ PUBLIC_URL: 'ftp://x' }, /^PUBLIC_URL: must be an http or https URL$/],
    [{ PORT: 'x', LOG_LEVEL: 'loud' }, /PORT: .*; LOG_LEVEL: /],
    [
      { AUTH_JWT_SECRET: secret, AUTH_JWKS_URL: 'https://a.b/keys' },
      /AUTH_JWT_SECRET, AUTH_JWKS_URL: set one of them/,
    ],
    [{ ...production, DATABASE_URL: '' }, /^DATABASE_URL: is required in production$/],
    [{ ...production, AUTH_JWT_SECRET: '' }, /^AUTH_JWT_SECRET or AUTH_JWKS_URL: one is required/],
  ])('refuses %j in one line', (env, message) => {
    expect(() => parseConfig(env)).toThrow(message);
  });

  it('reads a secret from the file that NAME_FILE names', () => {
    const file = join(folder, 'secret');
    writeFileSync(file, `${secret}\n`);
    expect(parseConfig({ AUTH_JWT_SECRET_FILE: file }).auth.keys).toEqual({ secret });
    expect(() => parseConfig({ AUTH_JWT_SECRET_FILE: join(folder, 'none') })).toThrow(
      /^AUTH_JWT_SECRET_FILE: ENOENT/,
    );
    expect(() => parseConfig({ AUTH_JWT_SECRET_FILE: file, AUTH_JWT_SECRET: secret })).toThrow(
      /set one of them, not both/,
    );
  });
});
