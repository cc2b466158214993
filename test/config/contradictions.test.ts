import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../../server/config/config.ts';
import { secretNames } from '../../server/config/secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'leitor-rules-'));
afterAll(() => rmSync(folder, { recursive: true }));

const secret = 's'.repeat(32);
const keys = { AUTH_JWKS_URL: 'https://a.b/keys' };
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db/leitor',
  AUTH_JWT_SECRET: secret,
};
const byKeys = {
  ...keys,
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db/leitor',
  AUTH_ISSUER: 'a',
  AUTH_AUDIENCE: 'b',
};
const replicas = { ...production, DATABASE_READ_URL: 'postgres://a/leitor' };
const published = 'a-secret-of-the-tests-that-is-long-enough';

describe('variables that contradict each other', () => {
  it.each([
    [{ EMBEDDINGS_MODEL: 'm' }, 'EMBEDDINGS_MODEL: needs EMBEDDINGS_API_KEY, '],
    [{ BEEHIIV_API_KEY: 'k' }, 'BEEHIIV_API_KEY, BEEHIIV_PUBLICATION_ID: set both or neither'],
    [{ OIDC_CLIENT_PREVIOUS_SECRET: 's' }, 'OIDC_CLIENT_PREVIOUS_SECRET: needs OIDC_CLIENT_SECRET'],
    [
      { BEEHIIV_WEBHOOK_PREVIOUS_SECRET: 'w'.repeat(24) },
      'BEEHIIV_WEBHOOK_PREVIOUS_SECRET: needs BEEHIIV_WEBHOOK_SECRET',
    ],
    [{ QUIZ_TRIGGER: 'edition' }, 'QUIZ_TRIGGER: edition needs BEEHIIV_WEBHOOK_SECRET'],
    [{ SMTP_URL: 'smtp://mail' }, 'SMTP_URL, MAIL_FROM: set both or neither'],
    [{ ...production, SANDBOX: 'auto' }, 'SANDBOX: must be off in production'],
    [{ ...production, SEED_DEMO: '1' }, 'SEED_DEMO: must not be 1 in production'],
    [{ ...production, WEBHOOK_ADDRESSES: 'any' }, 'WEBHOOK_ADDRESSES: must be public in'],
    [{ ...byKeys, AUTH_ISSUER: '' }, 'AUTH_ISSUER, AUTH_AUDIENCE: are required in production'],
    [{ ...keys, AUTH_JWT_PREVIOUS_SECRETS: secret }, 'AUTH_JWT_PREVIOUS_SECRETS: needs AUTH_JWT'],
    [
      { ...production, AUTH_JWT_PREVIOUS_SECRETS: `${'o'.repeat(32)},${published}` },
      'AUTH_JWT_SECRET: is published in the source code',
    ],
    [
      { QUIZ_GENERATE_AUTH: 'local', PUBLIC_URL: 'http://localhost.exemplo.com.br' },
      'QUIZ_GENERATE_AUTH: local needs a PUBLIC_URL on this machine',
    ],
  ])('%j are refused', (env, problem) => {
    expect(() => parseConfig(env)).toThrow(problem);
  });

  it.each([
    [{ ...production, PROCESSES: '2' }],
    [byKeys],
    [{ ...replicas, PROCESSES: '2', REDIS_URL: 'redis://cache' }],
    [{ ...production, SANDBOX: 'off', WEBHOOK_ADDRESSES: 'public', QUIZ_GENERATE_AUTH: 'admin' }],
    [{ WEBHOOK_ADDRESSES: 'any', SANDBOX: 'auto' }],
    [{ QUIZ_GENERATE_AUTH: 'local', PUBLIC_URL: 'http://127.1.2.3:80' }],
    [{ QUIZ_TRIGGER: 'edition', BEEHIIV_WEBHOOK_SECRET: 'w'.repeat(24) }],
    [{ EMBEDDINGS_MODEL: 'm', EMBEDDINGS_API_KEY: 'k' }],
    [{ AUTH_JWT_SECRET: published, AUTH_JWT_PREVIOUS_SECRETS: published }],
  ])('%j do not', (env) => {
    expect(() => parseConfig(env)).not.toThrow();
  });
});

describe('a value that a variable cannot have', () => {
  it.each([
    ['MAIL_PER_HOUR', '1.5'],
    ['AUTH_MAX_TOKEN_AGE', '-90'],
    ['BEEHIIV_WEBHOOK_SECRET', 'w'.repeat(23)],
    ['REDIS_URL', 'http://cache'],
    ['TRUST_PROXY', '::1/129'],
    ['CORS_ORIGINS', 'ftp://exemplo.com.br'],
  ])('is refused by the name of the variable: %s=%s', (name, value) => {
    expect(() => parseConfig({ [name]: value })).toThrow(new RegExp(`^${name}: [^\\n;]+$`));
  });
});

describe('the console', () => {
  const oidc = {
    OIDC_ISSUER: 'https://contas.exemplo.com.br/application/o/leitor/',
    OIDC_CLIENT_ID: 'leitor',
    OIDC_CLIENT_SECRET: 'segredo',
  };

  it('takes its issuer as it is written, slash included', () => {
    expect(parseConfig(oidc).oidc?.issuer).toBe(oidc.OIDC_ISSUER);
  });

  it('needs all of its provider, and https in production', () => {
    expect(() => parseConfig({ OIDC_ISSUER: oidc.OIDC_ISSUER })).toThrow(
      /^OIDC_ISSUER, .*: set all/,
    );
    expect(() => parseConfig({ CONSOLE_URL: 'https://x.com/a' })).toThrow(/^CONSOLE_URL: must be/);
    const served = { ...production, ...oidc };
    expect(() => parseConfig(served)).toThrow(/^CONSOLE_URL: is required/);
    const plain = { ...served, CONSOLE_URL: 'http://console.exemplo.com.br' };
    expect(() => parseConfig(plain)).toThrow(/^OIDC_ISSUER, CONSOLE_URL: must be https/);
    const safe = { ...served, CONSOLE_URL: 'https://console.exemplo.com.br' };
    expect(() => parseConfig(safe)).not.toThrow();
    expect(() => parseConfig({ ...safe, OIDC_ISSUER: 'http://contas.exemplo.com.br' })).toThrow(
      /^OIDC_ISSUER, CONSOLE_URL: must be https/,
    );
  });
});

describe('a secret in a file', () => {
  it.each([
    ['AUTH_JWT_SECRET', secret, {}],
    ['DATABASE_URL', 'postgres://db/leitor', {}],
    ['BEEHIIV_API_KEY', 'chave', { BEEHIIV_PUBLICATION_ID: 'p' }],
    ['IMAP_URL', 'imaps://ana:senha@mail', {}],
  ])('is as good as in the variable: %s', (name, value, others) => {
    expect(secretNames).toContain(name);
    const file = join(folder, name);
    writeFileSync(file, `${value}\n`);
    expect(parseConfig({ ...others, [`${name}_FILE`]: file })).toEqual(
      parseConfig({ ...others, [name]: value }),
    );
  });

  it('is not read for other variables', () => {
    expect(parseConfig({ PORT_FILE: join(folder, 'nenhum') }).listen.port).toBe(3_000);
  });
});

describe('traces', () => {
  const tracingOf = (env: Record<string, string>) => parseConfig(env).tracing;
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://coletor.exemplo.com.br/otlp/' };

  it('go to the endpoint, as the variables say', () => {
    expect(
      tracingOf({
        ...endpoint,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_EXPORTER_OTLP_HEADERS: 'a=1',
        OTEL_TRACES_SAMPLER: 'traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.25',
      }),
    ).toEqual({ protocol: 'http/json', headers: 'a=1', sampler: 'traceidratio', ratio: 0.25 });
  });

  it('have variables of their own, which come first', () => {
    const own = {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://rastros.exemplo.com.br/aqui',
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'b=2',
      OTEL_EXPORTER_OTLP_HEADERS: 'a=1',
    };
    for (const env of [own, { ...endpoint, ...own }])
      expect(tracingOf(env)).toEqual({
        protocol: 'http/json',
        headers: 'b=2',
        sampler: 'parentbased_always_on',
        ratio: 1,
      });
  });

  it('go to a collector or to the console if an exporter is named alone', () => {
    expect(tracingOf({ OTEL_TRACES_EXPORTER: 'otlp' })).toMatchObject({
      protocol: 'http/protobuf',
    });
    expect(tracingOf({ ...endpoint, OTEL_TRACES_EXPORTER: 'console' })).toMatchObject({
      protocol: undefined,
    });
  });

  it.each([
    [{}],
    [{ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }],
    [{ ...endpoint, OTEL_SDK_DISABLED: 'TRUE' }],
  ])('are off with %j', (env) => expect(tracingOf(env)).toBeUndefined());
});
