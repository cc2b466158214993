import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type TracingConfig, tracingOf, tracingVariables } from './observe/tracing-config.ts';

/** Thrown where the environment cannot be used; the message names every bad variable, on one line. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Variables whose value may also come from a file, `NAME_FILE`. */
export const secretNames = [
  'AUTH_JWT_SECRET',
  'DATABASE_URL',
  'REDIS_URL',
  'STORAGE_URL',
  'OPENAI_API_KEY',
  'BEEHIIV_API_KEY',
  'SMTP_URL',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const;

const port = z.coerce.number().int().min(0).max(65_535);
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .transform((url) => url.replace(/\/+$/, ''));
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);
const role = z.enum(['reader', 'agent', 'admin']);

/** `file:` with an absolute or relative path, or `s3://bucket/prefix?endpoint=…&region=…`. */
const storageUrl = z.string().transform((text, ctx): Config['storage'] => {
  const refuse = (message: string) => {
    ctx.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (/^file:(?!\/\/).+/.test(text)) return { directory: text.slice('file:'.length) };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'file:' && url.host === '' && url.pathname !== '/')
    return { directory: fileURLToPath(url) };
  if (url?.protocol !== 's3:' || url.host === '') {
    return refuse('must be file:… or s3://bucket/prefix?endpoint=…&region=…');
  }
  const unknown = [...url.searchParams.keys()].find((key) => !['endpoint', 'region'].includes(key));
  if (unknown !== undefined) return refuse(`does not take the parameter ${unknown}`);
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !httpUrl.safeParse(endpoint).success) {
    return refuse('the endpoint must be an http or https URL');
  }
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  return {
    bucket: url.host,
    prefix: prefix && `${prefix}/`,
    endpoint,
    region: url.searchParams.get('region') ?? 'us-east-1',
  };
});

/** Every variable that the service reads. */
export const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().min(1).optional(),
  PORT: port.default(3000),
  INTERNAL_HOST: z.string().min(1).default('127.0.0.1'),
  INTERNAL_PORT: port.default(3001),
  PUBLIC_URL: httpUrl.optional(),
  STREAKS_PUBLIC_URL: httpUrl.optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' })
    .optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(1_000).default(10),
  STORAGE_URL: storageUrl.optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// URL' }).optional(),
  AUTH_JWT_SECRET: z
    .string()
    .refine((secret) => Buffer.byteLength(secret) >= 32, 'must be at least 32 bytes long')
    .optional(),
  AUTH_JWKS_URL: httpUrl.optional(),
  AUTH_ISSUER: z.string().min(1).optional(),
  AUTH_AUDIENCE: z.string().min(1).optional(),
  AUTH_ROLES_CLAIM: z.string().min(1).default('roles'),
  AUTH_DEFAULT_ROLE: role.default('reader'),
  QUIZ_GENERATE_AUTH: z.enum(['local', 'admin', 'open']).optional(),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: httpUrl.optional(),
  OPENAI_MODEL: z.string().min(1).default('gpt-5.4-mini'),
  BEEHIIV_API_KEY: z.string().optional(),
  BEEHIIV_PUBLICATION_ID: z.string().min(1).optional(),
  BEEHIIV_BASE_URL: httpUrl.default('https://api.beehiiv.com/v2'),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be a smtp:// or smtps:// URL' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be an address, or Name <address>',
    )
    .optional(),
  MAIL: z.enum(['on', 'off']).default('on'),
  MAIL_PER_HOUR: z.coerce.number().int().min(1).max(1_000_000).default(1_000),
  AUTO_REPLY_MIN_CONFIDENCE: z.coerce.number().min(0).max(1).default(0.7),
  SANDBOX: z.enum(['auto', 'off']).optional(),
  SEED_DEMO: z.enum(['0', '1']).optional(),
  RATE_LIMIT: z.enum(['on', 'off']).default('on'),
  SHUTDOWN_DELAY: z.coerce.number().min(0).max(60).optional(),
  TRUST_PROXY: z.string().min(1).optional(),
  CORS_ORIGINS: list.optional(),
  ...tracingVariables,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

/** What the service runs with. Built once, from the environment alone. */
export interface Config {
  environment: 'development' | 'test' | 'production';
  listen: { host: string; port: number };
  internalListen: { host: string; port: number };
  /** The two base addresses (specification §1); undefined: the address listened on. */
  publicUrl: string | undefined;
  streaksPublicUrl: string | undefined;
  dataDirectory: string;
  database: { url: string; poolSize: number } | undefined;
  redisUrl: string | undefined;
  /** Where files are kept: a directory, or a bucket (see `S3Location`). */
  storage:
    | { directory: string }
    | { bucket: string; prefix: string; endpoint: string | undefined; region: string };
  auth: {
    /** HS256 with a shared secret, or asymmetric keys from a JWKS address; neither: a secret of the machine's own. */
    keys: { secret: string } | { jwksUrl: string } | undefined;
    issuer: string | undefined;
    audience: string | undefined;
    rolesClaim: string;
    defaultRole: 'reader' | 'agent' | 'admin';
  };
  /** Who may generate the daily quiz: whoever asks from this machine and administrators, administrators, anybody. */
  quizGenerateAuth: 'local' | 'admin' | 'open';
  /** The language model; undefined: none. */
  llm: { apiKey: string; baseUrl: string | undefined; model: string } | undefined;
  /** The newsletter platform; undefined: none. */
  newsletter: { apiKey: string; publicationId: string; baseUrl: string } | undefined;
  /** Outgoing mail, with what is to leave in an hour at most; paused: it waits in the outbox. Undefined: there is none. */
  mail: { url: string; from: string; perHour: number; paused: boolean } | undefined;
  replies: {
    /** Below it a generated reply is not saved; 0 to 1. */
    minConfidence: number;
  };
  /** Whether `npm start` stands in for the outside services that are not configured. */
  sandbox: boolean;
  seedDemo: boolean;
  rateLimit: boolean;
  /** For so long a stopping process still answers, saying that it is not ready; in milliseconds. */
  shutdownDelayMs: number;
  /** What Express's `trust proxy` takes: a count of proxies, or addresses. */
  trustProxy: number | string | undefined;
  corsOrigins: string[];
  logLevel: string;
  /** Traces; undefined: none. */
  tracing: TracingConfig | undefined;
}

/**
 * Reads the configuration from environment variables, or from the files that `NAME_FILE` variables of secrets point at.
 * An empty value counts as none.
 *
 * @throws ConfigError naming each variable that is bad or missing
 */
export const parseConfig = (env: Record<string, string | undefined>): Config => {
  const result = environment.safeParse(withSecretFiles(env));
  if (!result.success) {
    throw new ConfigError(
      result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '),
    );
  }
  const values = result.data;
  const production = values.NODE_ENV === 'production';
  refuseContradictions(values);
  return {
    environment: values.NODE_ENV,
    listen: { host: values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'), port: values.PORT },
    internalListen: { host: values.INTERNAL_HOST, port: values.INTERNAL_PORT },
    publicUrl: values.PUBLIC_URL,
    streaksPublicUrl: values.STREAKS_PUBLIC_URL ?? values.PUBLIC_URL,
    dataDirectory: values.DATA_DIR,
    database: values.DATABASE_URL
      ? { url: values.DATABASE_URL, poolSize: values.DATABASE_POOL }
      : undefined,
    redisUrl: values.REDIS_URL,
    storage: values.STORAGE_URL ?? { directory: join(values.DATA_DIR, 'files') },
    auth: {
      keys: authKeys(values),
      issuer: values.AUTH_ISSUER,
      audience: values.AUTH_AUDIENCE,
      rolesClaim: values.AUTH_ROLES_CLAIM,
      defaultRole: values.AUTH_DEFAULT_ROLE,
    },
    quizGenerateAuth: values.QUIZ_GENERATE_AUTH ?? (production ? 'admin' : 'local'),
    llm: values.OPENAI_API_KEY
      ? {
          apiKey: values.OPENAI_API_KEY,
          baseUrl: values.OPENAI_BASE_URL,
          model: values.OPENAI_MODEL,
        }
      : undefined,
    newsletter:
      values.BEEHIIV_API_KEY && values.BEEHIIV_PUBLICATION_ID
        ? {
            apiKey: values.BEEHIIV_API_KEY,
            publicationId: values.BEEHIIV_PUBLICATION_ID,
            baseUrl: values.BEEHIIV_BASE_URL,
          }
        : undefined,
    mail:
      values.SMTP_URL && values.MAIL_FROM
        ? {
            url: values.SMTP_URL,
            from: values.MAIL_FROM,
            perHour: values.MAIL_PER_HOUR,
            paused: values.MAIL === 'off',
          }
        : undefined,
    replies: { minConfidence: values.AUTO_REPLY_MIN_CONFIDENCE },
    sandbox: (values.SANDBOX ?? (values.NODE_ENV === 'development' ? 'auto' : 'off')) === 'auto',
    seedDemo: values.SEED_DEMO === undefined ? !values.DATABASE_URL : values.SEED_DEMO === '1',
    rateLimit: values.RATE_LIMIT === 'on',
    shutdownDelayMs: (values.SHUTDOWN_DELAY ?? (production ? 5 : 0)) * 1_000,
    trustProxy: /^\d+$/.test(values.TRUST_PROXY ?? '')
      ? Number(values.TRUST_PROXY)
      : values.TRUST_PROXY,
    corsOrigins: values.CORS_ORIGINS ?? [],
    logLevel: values.LOG_LEVEL,
    tracing: tracingOf(values),
  };
};

type Environment = z.output<typeof environment>;

const authKeys = (values: Environment): Config['auth']['keys'] => {
  if (values.AUTH_JWT_SECRET) return { secret: values.AUTH_JWT_SECRET };
  if (values.AUTH_JWKS_URL) return { jwksUrl: values.AUTH_JWKS_URL };
  return undefined;
};

const refuseContradictions = (values: Environment): void => {
  const problems: string[] = [];
  if (values.AUTH_JWT_SECRET && values.AUTH_JWKS_URL) {
    problems.push('AUTH_JWT_SECRET, AUTH_JWKS_URL: set one of them, not both');
  }
  if (!values.BEEHIIV_API_KEY !== !values.BEEHIIV_PUBLICATION_ID) {
    problems.push('BEEHIIV_API_KEY, BEEHIIV_PUBLICATION_ID: set both or neither');
  }
  if (!values.SMTP_URL !== !values.MAIL_FROM) {
    problems.push('SMTP_URL, MAIL_FROM: set both or neither');
  }
  if (values.NODE_ENV === 'production') {
    if (values.SANDBOX === 'auto') problems.push('SANDBOX: no stand-ins in production');
    if (!values.DATABASE_URL) problems.push('DATABASE_URL: is required in production');
    if (!values.AUTH_JWT_SECRET && !values.AUTH_JWKS_URL) {
      problems.push('AUTH_JWT_SECRET or AUTH_JWKS_URL: one is required in production');
    }
  }
  if (problems.length > 0) throw new ConfigError(problems.join('; '));
};

const withSecretFiles = (env: Record<string, string | undefined>) => {
  const given = Object.entries(env).filter(([, value]) => value !== undefined && value !== '');
  const values: Record<string, string | undefined> = Object.fromEntries(given);
  for (const name of secretNames) {
    const file = values[`${name}_FILE`];
    if (file === undefined) continue;
    if (values[name] !== undefined) {
      throw new ConfigError(`${name}, ${name}_FILE: set one of them, not both`);
    }
    try {
      values[name] = readFileSync(file, 'utf8').trim();
    } catch (error) {
      throw new ConfigError(`${name}_FILE: ${error instanceof Error ? error.message : error}`);
    }
  }
  return values;
};
