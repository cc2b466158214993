import { join } from 'node:path';
import { findContradictions, findUnused, isLoopback } from './contradictions.ts';
import { type Environment, environment } from './environment.ts';
import { operatorMessage } from './messages.ts';
import { findMisspelt } from './misspelt.ts';
import { embeddingConfigOf, modelEndpointOf } from './models.ts';
import { newsletterConfigOf, newsletterEventConfigOf } from './newsletter.ts';
import { findPlaceholders, readSecretFiles, secretNames } from './secrets.ts';
import { type TracingEnvironment, tracingOf, tracingVariables } from './tracing.ts';

/** The message is a single line that names each variable to change. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

export type Config = ReturnType<typeof configOf> & {
  /** Lines for the log about what was probably meant otherwise. */
  warnings: readonly string[];
};

const schema = environment.extend(tracingVariables.shape);
const knownNames = [...Object.keys(schema.shape), ...secretNames.map((name) => `${name}_FILE`)];

/**
 * Parses the configuration; reads `NAME_FILE` secrets, and treats empty values as unset. @throws ConfigError
 */
export const parseConfig = (env: Record<string, string | undefined>): Config => {
  const warnings = findMisspelt(env, knownNames);
  // A variable that is missed may be one that is misspelt.
  const refuse = (...problems: string[]): never => {
    throw new ConfigError([...problems, ...warnings].join('; '));
  };
  const given = readSecretFiles(env, secretNames, refuse);
  const placeholders = findPlaceholders(given);
  if (placeholders.length > 0) refuse(...placeholders);
  const { data, error } = schema.safeParse(given, { error: operatorMessage });
  if (!data)
    return refuse(...error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
  const problems = findContradictions(data);
  if (problems.length > 0) refuse(...problems);
  return { ...configOf(data), warnings: [...warnings, ...findUnused(data)] };
};

const configOf = (values: Environment & TracingEnvironment) => {
  const production = values.NODE_ENV === 'production';
  return {
    environment: values.NODE_ENV,
    listen: { host: values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'), port: values.PORT },
    internalListen: { host: values.INTERNAL_HOST, port: values.INTERNAL_PORT },
    /** Public names that requests to the internal listener may use. */
    internalHosts: values.INTERNAL_ALLOWED_HOSTS ?? [],
    /** The public address (docs/behaviour/http.md#conventions); undefined means the listener's address. */
    publicUrl: values.PUBLIC_URL,
    streaksPublicUrl: values.STREAKS_PUBLIC_URL ?? values.PUBLIC_URL,
    dataDirectory: values.DATA_DIR,
    /** Without a URL, the embedded database is used. */
    database: values.DATABASE_URL
      ? {
          url: values.DATABASE_URL,
          poolSize: values.DATABASE_POOL,
          /** Each URL is one server. */
          readUrls: values.DATABASE_READ_URL ?? [],
        }
      : undefined,
    redisUrl: values.REDIS_URL,
    storage: values.STORAGE_URL ?? { directory: join(values.DATA_DIR, 'files') },
    auth: {
      /** A shared HS256 secret or published keys; undefined means a secret in the data directory. */
      keys: authKeysOf(values),
      /** Secrets that are also accepted during a rotation. */
      previousSecrets: values.AUTH_JWT_PREVIOUS_SECRETS ?? [],
      /** Older tokens are refused whatever their `exp`; undefined means no limit. */
      maxTokenAgeMs: values.AUTH_MAX_TOKEN_AGE,
      issuer: values.AUTH_ISSUER,
      audience: values.AUTH_AUDIENCE,
      rolesClaim: values.AUTH_ROLES_CLAIM,
      defaultRole: values.AUTH_DEFAULT_ROLE,
    },
    /** Undefined means no key in production; development makes one. */
    erasureLedgerKey: values.ERASURE_LEDGER_KEY,
    /** Undefined means no console. */
    oidc:
      values.OIDC_ISSUER && values.OIDC_CLIENT_ID && values.OIDC_CLIENT_SECRET
        ? {
            issuer: values.OIDC_ISSUER,
            clientId: values.OIDC_CLIENT_ID,
            clientSecret: values.OIDC_CLIENT_SECRET,
            /** The secret to try if the provider refuses the other during a rotation. */
            previousSecret: values.OIDC_CLIENT_PREVIOUS_SECRET,
          }
        : undefined,
    /** Undefined means the internal listener's address. */
    consoleUrl: values.CONSOLE_URL,
    /**
     * The time of day in São Paulo when a draft is made; undefined: the quiz is made at noon without a draft.
     */
    quizReviewAt: values.QUIZ_REVIEW_AT,
    /** Addresses in lower case that are mailed about a missing quiz and a draft that failed. */
    quizAlertTo: values.QUIZ_ALERT_TO,
    /** `local` admits callers on this machine and administrators, `open` every caller. */
    quizGenerateAuth:
      values.QUIZ_GENERATE_AUTH ??
      (production || !isLoopback(values.PUBLIC_URL) ? 'admin' : 'local'),
    llm: modelEndpointOf(values),
    /** The limit for all processes together; undefined means no limit. */
    modelTokensPerDay: values.MODEL_TOKENS_PER_DAY,
    /** Undefined means no search by meaning. */
    embeddings: embeddingConfigOf(values),
    newsletter: newsletterConfigOf(values),
    newsletterEvents: newsletterEventConfigOf(values),
    mail:
      values.SMTP_URL && values.MAIL_FROM
        ? {
            url: values.SMTP_URL,
            /** If true, a server that does not switch to TLS is refused before credentials are sent. */
            requireTls: values.SMTP_TLS === 'required' && hasCredentials(values.SMTP_URL),
            from: values.MAIL_FROM,
            perHour: values.MAIL_PER_HOUR,
            /** True if mails wait in the outbox. */
            paused: values.MAIL === 'off',
          }
        : undefined,
    /** Addresses in lower case; an empty list means no summary. */
    summaryMailTo: values.SUMMARY_MAIL_TO,
    reminders: {
      /** The time of day in São Paulo; undefined means no reminders. */
      at: values.REMINDER_AT,
      perSecond: values.REMINDER_PER_SECOND,
    },
    inbound: {
      /** Undefined if only gateways push mails. */
      mailbox: values.IMAP_URL && {
        ...values.IMAP_URL,
        requireTls: values.IMAP_TLS === 'required' && !isLoopback(`imap://${values.IMAP_URL.host}`),
      },
      /** The address in lower case; plus-tags are added to it. */
      replyTo: values.MAIL_REPLY_TO,
      /** Addresses in lower case; mail from them opens no ticket. */
      ownAddresses: ownAddressesOf(values),
      /** Addresses in lower case; the writer is in `Reply-To`. */
      formSenders: values.INBOUND_FORM_SENDERS,
      closedTickets: values.INBOUND_CLOSED,
    },
    /** Undefined means never removed. */
    retentionDays: {
      audit: values.RETENTION_AUDIT_DAYS,
      attempts: values.RETENTION_ATTEMPTS_DAYS,
      mails: values.RETENTION_MAILS_DAYS,
      inbound: values.RETENTION_INBOUND_DAYS,
      tickets: values.RETENTION_TICKETS_DAYS,
      webhooks: values.RETENTION_WEBHOOKS_DAYS,
    },
    replies: {
      /** Generated replies with a lower confidence (0 to 1) are not saved. */
      minConfidence: values.AUTO_REPLY_MIN_CONFIDENCE,
      /** Subdomains of these hosts are included. */
      linkHosts: values.REPLY_LINK_HOSTS ?? [],
      draftLowConfidence: values.LOW_CONFIDENCE_DRAFTS === 'on',
    },
    attachments: {
      perTicket: values.ATTACHMENTS_PER_TICKET,
      bytesPerPersonPerDay: values.ATTACHMENT_BYTES_PER_PERSON_PER_DAY,
      /** Undefined means no scans. */
      scanner: values.SCAN_URL,
    },
    /** `any` includes private addresses and plain HTTP, for tests and development. */
    webhooks: { addresses: values.WEBHOOK_ADDRESSES },
    /** If on, `npm start` runs stubs of outside services that are not configured. */
    sandbox: (values.SANDBOX ?? (values.NODE_ENV === 'development' ? 'auto' : 'off')) === 'auto',
    seedDemo: values.SEED_DEMO === undefined ? !values.DATABASE_URL : values.SEED_DEMO === '1',
    processes: values.PROCESSES,
    rateLimit: values.RATE_LIMIT === 'on',
    loadShedding: (values.LOAD_SHEDDING ?? (production ? 'on' : 'off')) === 'on',
    /** How long the service still serves but reports not ready, in milliseconds. */
    shutdownDelayMs: (values.SHUTDOWN_DELAY ?? (production ? 5 : 0)) * 1_000,
    /** The number of proxies, or their addresses. */
    trustProxy: values.TRUST_PROXY,
    corsOrigins: values.CORS_ORIGINS ?? [],
    logLevel: values.LOG_LEVEL,
    tracing: tracingOf(values),
  };
};

const ownAddressesOf = (values: Environment): string[] => {
  const from = values.MAIL_FROM?.match(/[^\s<>]+@[^\s<>]+/)?.[0]?.toLowerCase();
  const user = values.IMAP_URL?.user.toLowerCase();
  return [from, values.MAIL_REPLY_TO, user?.includes('@') ? user : undefined].filter(
    (address) => address !== undefined,
  );
};

/** Returns undefined if neither a secret nor an address of keys is configured. */
const authKeysOf = (
  values: Pick<Environment, 'AUTH_JWT_SECRET' | 'AUTH_JWKS_URL'>,
): { secret: string } | { jwksUrl: string } | undefined => {
  if (values.AUTH_JWT_SECRET) return { secret: values.AUTH_JWT_SECRET };
  return values.AUTH_JWKS_URL ? { jwksUrl: values.AUTH_JWKS_URL } : undefined;
};

const hasCredentials = (url: string): boolean => (URL.parse(url)?.username ?? '') !== '';
