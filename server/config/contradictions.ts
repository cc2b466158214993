import type { Environment } from './environment.ts';

/** Secrets that this repository contains or once contained. */
const publishedSecrets: readonly string[] = [
  'for-trying-out-only-not-for-production-0000',
  'a-secret-of-the-tests-that-is-long-enough',
  'a-secret-of-the-smoke-programs-long-enough',
];

const broken = (rules: readonly (readonly [isBroken: unknown, text: string])[]): string[] =>
  rules.filter(([isBroken]) => isBroken).map(([, text]) => text);

export const findContradictions = (values: Environment): string[] => {
  const oidc = [values.OIDC_ISSUER, values.OIDC_CLIENT_ID, values.OIDC_CLIENT_SECRET].map(Boolean);
  const found = broken([
    [
      values.AUTH_JWT_SECRET && values.AUTH_JWKS_URL,
      'AUTH_JWT_SECRET, AUTH_JWKS_URL: set one of them, not both',
    ],
    [
      values.AUTH_JWT_PREVIOUS_SECRETS && !values.AUTH_JWT_SECRET,
      'AUTH_JWT_PREVIOUS_SECRETS: needs AUTH_JWT_SECRET',
    ],
    [
      values.OIDC_CLIENT_PREVIOUS_SECRET && !values.OIDC_CLIENT_SECRET,
      'OIDC_CLIENT_PREVIOUS_SECRET: needs OIDC_CLIENT_SECRET',
    ],
    [
      values.BEEHIIV_WEBHOOK_PREVIOUS_SECRET && !values.BEEHIIV_WEBHOOK_SECRET,
      'BEEHIIV_WEBHOOK_PREVIOUS_SECRET: needs BEEHIIV_WEBHOOK_SECRET',
    ],
    [
      values.EMBEDDINGS_MODEL &&
        !(values.EMBEDDINGS_API_KEY || values.EMBEDDINGS_BASE_URL || values.OPENAI_API_KEY),
      'EMBEDDINGS_MODEL: needs EMBEDDINGS_API_KEY, EMBEDDINGS_BASE_URL or OPENAI_API_KEY',
    ],
    [
      values.PROCESSES > 1 && !values.DATABASE_URL,
      'PROCESSES: several need DATABASE_URL, because the embedded database belongs to one',
    ],
    [
      values.DATABASE_READ_URL && !values.DATABASE_URL,
      'DATABASE_READ_URL: needs DATABASE_URL, because the embedded database has no replicas',
    ],
    [
      values.DATABASE_READ_URL && values.PROCESSES > 1 && !values.REDIS_URL,
      'DATABASE_READ_URL: several processes (PROCESSES) need REDIS_URL, to know who wrote recently',
    ],
    [
      !values.BEEHIIV_API_KEY !== !values.BEEHIIV_PUBLICATION_ID,
      'BEEHIIV_API_KEY, BEEHIIV_PUBLICATION_ID: set both or neither',
    ],
    [
      values.QUIZ_TRIGGER === 'edition' && !values.BEEHIIV_WEBHOOK_SECRET,
      'QUIZ_TRIGGER: edition needs BEEHIIV_WEBHOOK_SECRET',
    ],
    [
      oidc.includes(true) && oidc.includes(false),
      'OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET: set all of them or none',
    ],
    [!values.SMTP_URL !== !values.MAIL_FROM, 'SMTP_URL, MAIL_FROM: set both or neither'],
    [
      values.QUIZ_GENERATE_AUTH === 'local' && !isLoopback(values.PUBLIC_URL),
      'QUIZ_GENERATE_AUTH: local needs a PUBLIC_URL on this machine: a proxy would admit anybody',
    ],
  ]);
  return values.NODE_ENV === 'production' ? found.concat(findProductionProblems(values)) : found;
};

/** Returns a warning for what has no effect without another variable. */
export const findUnused = (values: Environment): string[] => {
  const mailed = values.REMINDER_AT ?? [...values.SUMMARY_MAIL_TO, ...values.QUIZ_ALERT_TO].at(0);
  return broken([
    [
      mailed !== undefined && !values.SMTP_URL,
      'REMINDER_AT, SUMMARY_MAIL_TO, QUIZ_ALERT_TO: have no effect without SMTP_URL',
    ],
    [
      values.OPENAI_BASE_URL && !values.OPENAI_API_KEY && !values.EMBEDDINGS_MODEL,
      'OPENAI_BASE_URL: has no effect without OPENAI_API_KEY, which may be any word',
    ],
  ]);
};

const findProductionProblems = (values: Environment): string[] => {
  const secrets = [values.AUTH_JWT_SECRET, ...(values.AUTH_JWT_PREVIOUS_SECRETS ?? [])];
  const isPublished = secrets.some((secret) => secret && publishedSecrets.includes(secret));
  const isPlainHttp = [values.OIDC_ISSUER, values.CONSOLE_URL].some((url) =>
    url?.startsWith('http:'),
  );
  return broken([
    [values.SANDBOX === 'auto', 'SANDBOX: must be off in production'],
    [values.SEED_DEMO === '1', 'SEED_DEMO: must not be 1 in production'],
    [values.WEBHOOK_ADDRESSES === 'any', 'WEBHOOK_ADDRESSES: must be public in production'],
    [!values.DATABASE_URL, 'DATABASE_URL: is required in production'],
    [
      !(values.AUTH_JWT_SECRET || values.AUTH_JWKS_URL),
      'AUTH_JWT_SECRET or AUTH_JWKS_URL: one is required in production',
    ],
    [
      values.AUTH_JWKS_URL && !(values.AUTH_ISSUER && values.AUTH_AUDIENCE),
      'AUTH_ISSUER, AUTH_AUDIENCE: are required in production with AUTH_JWKS_URL',
    ],
    [isPublished, 'AUTH_JWT_SECRET: is published in the source code; use another'],
    [values.AUTH_DEFAULT_ROLE === 'admin', 'AUTH_DEFAULT_ROLE: must not be admin in production'],
    [
      values.OIDC_ISSUER && !values.CONSOLE_URL,
      'CONSOLE_URL: is required in production with OIDC_ISSUER',
    ],
    [isPlainHttp, 'OIDC_ISSUER, CONSOLE_URL: must be https in production'],
    [values.QUIZ_GENERATE_AUTH === 'local', 'QUIZ_GENERATE_AUTH: must not be local in production'],
  ]);
};

/** Returns true for a loopback address, and for undefined. */
export const isLoopback = (url: string | undefined): boolean =>
  url === undefined || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(URL.parse(url)?.hostname ?? '');
