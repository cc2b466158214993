import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../../server/config/config.ts';

const folder = mkdtempSync(join(tmpdir(), 'leitor-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const secret = 's'.repeat(32);
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db/leitor',
  AUTH_JWT_SECRET: secret,
};

describe('parseConfig', () => {
  it.each([
    [{ DATABASE_READ_URL: 'postgres://db/leitor' }, /^DATABASE_READ_URL: needs DATABASE_URL,/],
    [
      { ...production, DATABASE_READ_URL: 'postgres://a/leitor, mysql://b' },
      /^DATABASE_READ_URL\.1: must be a postgres:\/\/ URL/,
    ],
    [
      { ...production, DATABASE_READ_URL: 'postgres://a/leitor', PROCESSES: '2' },
      /^DATABASE_READ_URL: several processes \(PROCESSES\) need REDIS_URL,/,
    ],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL: must be a postgres:\/\/ URL/],
    [{ AUTH_JWT_SECRET: 'short' }, /^AUTH_JWT_SECRET: must be at least 32 bytes long$/],
    [{ PUBLIC_URL: 'ftp://x' }, /^PUBLIC_URL: must be an http or https URL$/],
    [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY: must be a number of proxies/],
    [{ CORS_ORIGINS: 'https://a.b, https://c.d/' }, /^CORS_ORIGINS: /],
    [{ PORT: 'x', LOG_LEVEL: 'loud' }, /PORT: .*; LOG_LEVEL: /],
    [
      { AUTH_JWT_SECRET: secret, AUTH_JWKS_URL: 'https://a.b/keys' },
      /AUTH_JWT_SECRET, AUTH_JWKS_URL: set one of them/,
    ],
    [{ ...production, AUTH_DEFAULT_ROLE: 'admin' }, /^AUTH_DEFAULT_ROLE: must not be admin/],
    [{ ...production, QUIZ_GENERATE_AUTH: 'local' }, /^QUIZ_GENERATE_AUTH: must not be local/],
    [
      { AUTH_JWT_SECRET: secret, AUTH_JWT_PREVIOUS_SECRETS: `${secret},short` },
      /^AUTH_JWT_PREVIOUS_SECRETS\.1: must be at least 32 bytes long$/,
    ],
    [{ AUTH_MAX_TOKEN_AGE: 'soon' }, /^AUTH_MAX_TOKEN_AGE: must be a number of seconds/],
    [{ PROCESSES: '2' }, /^PROCESSES: several need DATABASE_URL/],
    [{ ...production, DATABASE_URL: '' }, /^DATABASE_URL: is required in production$/],
    [{ ...production, AUTH_JWT_SECRET: '' }, /^AUTH_JWT_SECRET or AUTH_JWKS_URL: one is required/],
  ])('refuses %j in one line', (env, message) => {
    expect(() => parseConfig(env)).toThrow(message);
  });

  it.each(['2', '10.0.0.0/32, ::1/128', 'uniquelocal, 192.0.2.7'])(
    'takes %s as TRUST_PROXY',
    (text) => {
      const { trustProxy } = parseConfig({ TRUST_PROXY: text });
      expect(trustProxy).toBe(text === '2' ? 2 : text);
      expect(() => express().set('trust proxy', trustProxy)).not.toThrow();
    },
  );

  it('reads durations in seconds or with a unit', () => {
    const ageOf = (text: string) => parseConfig({ AUTH_MAX_TOKEN_AGE: text }).auth.maxTokenAgeMs;
    expect(ageOf('90')).toBe(90_000);
    expect(ageOf('30d')).toBe(2_592_000_000);
  });

  it('lets only administrators generate the quiz if PUBLIC_URL is not on this machine', () => {
    const policy = (url: string) => parseConfig({ PUBLIC_URL: url }).quizGenerateAuth;
    expect(policy('http://localhost:8080')).toBe('local');
    expect(policy('http://[::1]:8080')).toBe('local');
    expect(policy('https://api.exemplo.com.br')).toBe('admin');
    expect(policy('http://127.0.0.1.exemplo.com.br')).toBe('admin');
  });

  it('demands TLS of a mail server that credentials are sent to, unless told otherwise', () => {
    const requiresTls = (url: string, env = {}) =>
      parseConfig({ SMTP_URL: url, MAIL_FROM: 'a@exemplo.com.br', ...env }).mail?.requireTls;
    expect(requiresTls('smtp://user:secret@mail')).toBe(true);
    expect(requiresTls('smtp://user:secret@mail', { SMTP_TLS: 'optional' })).toBe(false);
    expect(requiresTls('smtp://mail:1025')).toBe(false);
  });

  it('refuses every secret of this repository in production', async () => {
    const files = await Promise.all(
      ['deploy/compose.yaml', 'test/harness.ts'].map((file) => readFile(file, 'utf8')),
    );
    const found = files.flatMap((text) =>
      [...text.matchAll(/(?:AUTH_JWT_SECRET: |[sS]ecret = ')([\w-]{32,})/g)].map(([, it]) => it),
    );
    expect(found.length).toBeGreaterThan(0);
    for (const published of found) {
      expect(() => parseConfig({ ...production, AUTH_JWT_SECRET: published })).toThrow(
        /^AUTH_JWT_SECRET: is published in the source code/,
      );
      expect(parseConfig({ AUTH_JWT_SECRET: published }).auth.keys).toEqual({ secret: published });
    }
  });

  it('refuses a file that NAME_FILE names if it is missing, or beside the variable', () => {
    const file = join(folder, 'secret');
    writeFileSync(file, `${secret}\n`);
    expect(() => parseConfig({ AUTH_JWT_SECRET_FILE: join(folder, 'none') })).toThrow(
      /^AUTH_JWT_SECRET_FILE: ENOENT/,
    );
    expect(() => parseConfig({ AUTH_JWT_SECRET_FILE: file, AUTH_JWT_SECRET: secret })).toThrow(
      /set one of them, not both/,
    );
  });
});
