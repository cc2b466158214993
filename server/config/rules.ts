import { readFileSync } from 'node:fs';
import type { Environment } from './environment.ts';

/** Also accepted as `NAME_FILE`, the path of a file. */
export const secretNames = [
  'AUTH_JWT_SECRET',
  'AUTH_JWT_PREVIOUS_SECRETS',
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'REDIS_URL',
  'STORAGE_URL',
  'OIDC_CLIENT_SECRET',
  'OIDC_CLIENT_PREVIOUS_SECRET',
  'ERASURE_LEDGER_KEY',
  'OPENAI_API_KEY',
  'EMBEDDINGS_API_KEY',
  'BEEHIIV_API_KEY',
  'BEEHIIV_WEBHOOK_SECRET',
  'BEEHIIV_WEBHOOK_PREVIOUS_SECRET',
  'SMTP_URL',
  'IMAP_URL',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const;

/** Secrets that are, or were, in this repository. */
const publishedSecrets: readonly string[] = [
  'for-trying-out-only-not-for-production-0000',
  'a-secret-of-the-tests-that-is-long-enough',
  'a-secret-of-the-smoke-programs-long-enough',
];

/** One line for each contradiction or unsafe value. */
export const findContradictions = (values: Environment): string[] => [
  ...(values.AUTH_JWT_SECRET && values.AUTH_JWKS_URL
    ? ['AUTH_JWT_SECRET, AUTH_JWKS_URL: set one of them, not both']
    : []),
  ...(values.AUTH_JWT_PREVIOUS_SECRETS && !values.AUTH_JWT_SECRET
    ? ['AUTH_JWT_PREVIOUS_SECRETS: needs AUTH_JWT_SECRET']
    : []),
  ...(values.OIDC_CLIENT_PREVIOUS_SECRET && !values.OIDC_CLIENT_SECRET
    ? ['OIDC_CLIENT_PREVIOUS_SECRET: needs OIDC_CLIENT_SECRET']
    : []),
  ...(values.BEEHIIV_WEBHOOK_PREVIOUS_SECRET && !values.BEEHIIV_WEBHOOK_SECRET
    ? ['BEEHIIV_WEBHOOK_PREVIOUS_SECRET: needs BEEHIIV_WEBHOOK_SECRET']
    : []),
  ...(values.EMBEDDINGS_MODEL &&
  !(values.EMBEDDINGS_API_KEY || values.EMBEDDINGS_BASE_URL || values.OPENAI_API_KEY)
    ? ['EMBEDDINGS_MODEL: needs EMBEDDINGS_API_KEY, EMBEDDINGS_BASE_URL or OPENAI_API_KEY']
    : []),
  ...(values.PROCESSES > 1 && !values.DATABASE_URL
    ? ['PROCESSES: several need DATABASE_URL, because the embedded database belongs to one']
    : []),
  ...(values.DATABASE_READ_URL && !values.DATABASE_URL
    ? ['DATABASE_READ_URL: needs DATABASE_URL, because the embedded database has no replicas']
    : []),
  ...(values.DATABASE_READ_URL && values.PROCESSES > 1 && !values.REDIS_URL
    ? [
        'DATABASE_READ_URL: several processes (PROCESSES) need REDIS_URL, to know who wrote recently',
      ]
    : []),
  ...(!values.BEEHIIV_API_KEY !== !values.BEEHIIV_PUBLICATION_ID
    ? ['BEEHIIV_API_KEY, BEEHIIV_PUBLICATION_ID: set both or neither']
    : []),
  ...(values.QUIZ_TRIGGER === 'edition' && !values.BEEHIIV_WEBHOOK_SECRET
    ? ['QUIZ_TRIGGER: edition needs BEEHIIV_WEBHOOK_SECRET']
    : []),
  ...(new Set([values.OIDC_ISSUER, values.OIDC_CLIENT_ID, values.OIDC_CLIENT_SECRET].map(Boolean))
    .size === 1
    ? []
    : ['OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET: set all of them or none']),
  ...(!values.SMTP_URL !== !values.MAIL_FROM ? ['SMTP_URL, MAIL_FROM: set both or neither'] : []),
  ...(values.QUIZ_GENERATE_AUTH === 'local' && !isLoopback(values.PUBLIC_URL)
    ? ['QUIZ_GENERATE_AUTH: local needs a PUBLIC_URL on this machine: a proxy would admit anybody']
    : []),
  ...(values.NODE_ENV === 'production' ? findProductionProblems(values) : []),
];

const findProductionProblems = (values: Environment): string[] => {
  const secrets = [values.AUTH_JWT_SECRET, ...(values.AUTH_JWT_PREVIOUS_SECRETS ?? [])];
  return [
    ...(values.SANDBOX === 'auto' ? ['SANDBOX: must be off in production'] : []),
    ...(values.SEED_DEMO === '1' ? ['SEED_DEMO: must not be 1 in production'] : []),
    ...(values.WEBHOOK_ADDRESSES === 'any'
      ? ['WEBHOOK_ADDRESSES: must be public in production']
      : []),
    ...(values.DATABASE_URL ? [] : ['DATABASE_URL: is required in production']),
    ...(values.AUTH_JWT_SECRET || values.AUTH_JWKS_URL
      ? []
      : ['AUTH_JWT_SECRET or AUTH_JWKS_URL: one is required in production']),
    ...(values.AUTH_JWKS_URL && !(values.AUTH_ISSUER && values.AUTH_AUDIENCE)
      ? ['AUTH_ISSUER, AUTH_AUDIENCE: are required in production with AUTH_JWKS_URL']
      : []),
    ...(secrets.some((secret) => secret && publishedSecrets.includes(secret))
      ? ['AUTH_JWT_SECRET: is published in the source code; use another']
      : []),
    ...(values.AUTH_DEFAULT_ROLE === 'admin'
      ? ['AUTH_DEFAULT_ROLE: must not be admin in production']
      : []),
    ...(values.OIDC_ISSUER && !values.CONSOLE_URL
      ? ['CONSOLE_URL: is required in production with OIDC_ISSUER']
      : []),
    ...([values.OIDC_ISSUER, values.CONSOLE_URL].some((url) => url?.startsWith('http:'))
      ? ['OIDC_ISSUER, CONSOLE_URL: must be https in production']
      : []),
    ...(values.QUIZ_GENERATE_AUTH === 'local'
      ? ['QUIZ_GENERATE_AUTH: must not be local in production']
      : []),
  ];
};

/** Undefined if neither a secret nor an address of keys is configured. */
export const authKeysOf = (
  values: Pick<Environment, 'AUTH_JWT_SECRET' | 'AUTH_JWKS_URL'>,
): { secret: string } | { jwksUrl: string } | undefined => {
  if (values.AUTH_JWT_SECRET) return { secret: values.AUTH_JWT_SECRET };
  return values.AUTH_JWKS_URL ? { jwksUrl: values.AUTH_JWKS_URL } : undefined;
};

/** True if undefined. */
export const isLoopback = (url: string | undefined): boolean =>
  url === undefined || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(URL.parse(url)?.hostname ?? '');

/** Replaces `NAME_FILE` by the file's contents, drops empty values, and calls `refuse` for each fault. */
export const readSecretFiles = (
  env: Record<string, string | undefined>,
  names: readonly string[],
  refuse: (problem: string) => never,
): Record<string, string | undefined> => {
  const given = Object.entries(env).filter(([, value]) => value !== undefined && value !== '');
  const values: Record<string, string | undefined> = Object.fromEntries(given);
  for (const name of names) {
    const file = values[`${name}_FILE`];
    if (file === undefined) continue;
    if (values[name] !== undefined) refuse(`${name}, ${name}_FILE: set one of them, not both`);
    try {
      values[name] = readFileSync(file, 'utf8').trim();
    } catch (error) {
      refuse(`${name}_FILE: ${error instanceof Error ? error.message : error}`);
    }
  }
  return values;
};

export const hasCredentials = (url: string): boolean => (URL.parse(url)?.username ?? '') !== '';
