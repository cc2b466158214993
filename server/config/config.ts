import { join } from 'node:path';
import { type AttachmentConfig, attachmentConfigOf } from './attachments.ts';
import { environment } from './environment.ts';
import {
  type EmbeddingConfig,
  embeddingConfigOf,
  type ModelEndpoint,
  modelEndpointOf,
} from './models.ts';
import {
  type NewsletterConfig,
  type NewsletterEventConfig,
  newsletterConfigOf,
  newsletterEventConfigOf,
} from './newsletter.ts';
import { type ReplyConfig, replyConfigOf } from './replies.ts';
import type { Role } from './roles.ts';
import {
  authKeysOf,
  findContradictions,
  hasCredentials,
  isLoopback,
  readSecretFiles,
  secretNames,
} from './rules.ts';
import { type TracingConfig, tracingOf, tracingVariables } from './tracing.ts';
import {
  type ImapLocation,
  type RetentionDays,
  retentionDaysOf,
  type StorageLocation,
} from './values.ts';
import { type WebhookConfig, webhookConfigOf } from './webhooks.ts';

/** Thrown if the service cannot start as configured. The message is one line and names each variable to change. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** The configuration, built once from the environment alone. */
export interface Config {
  environment: 'development' | 'test' | 'production';
  listen: { host: string; port: number };
  internalListen: { host: string; port: number };
  /** Public names by which the internal listener may be called. */
  internalHosts: string[];
  /** The two base addresses (docs/behaviour.md#conventions); undefined: the address listened on. */
  publicUrl: string | undefined;
  streaksPublicUrl: string | undefined;
  dataDirectory: string;
  /** `readUrls` are those of read replicas, one server each; may be empty. */
  database: { url: string; poolSize: number; readUrls: readonly string[] } | undefined;
  redisUrl: string | undefined;
  storage: StorageLocation;
  auth: {
    /** HS256 with a shared secret, or published keys; undefined: a secret made in the data directory. */
    keys: { secret: string } | { jwksUrl: string } | undefined;
    /** Tokens signed with these are accepted too, while secrets are rotated. */
    previousSecrets: readonly string[];
    /** Tokens older than this are refused, whatever their `exp`; undefined: no limit. */
    maxTokenAgeMs: number | undefined;
    issuer: string | undefined;
    audience: string | undefined;
    rolesClaim: string;
    defaultRole: Role;
  };
  /** The OpenID provider of the console; undefined: no console. */
  oidc: { issuer: string; clientId: string; clientSecret: string } | undefined;
  /** The console's origin, as browsers know it; undefined: the address of the internal listener. */
  consoleUrl: string | undefined;
  /** When the daily quiz is drafted for review, in São Paulo; undefined: it is generated at noon. */
  quizReviewAt: { hour: number; minute: number } | undefined;
  /** Who may generate the daily quiz: `local`: callers on this machine and administrators; `open`: anybody. */
  quizGenerateAuth: 'local' | 'admin' | 'open';
  /** The language model; undefined: none. */
  llm: ModelEndpoint | undefined;
  /** The most tokens of the language model a day, of all processes; undefined: no limit. */
  modelTokensPerDay: number | undefined;
  /** The service that finds tickets by meaning; undefined: none. */
  embeddings: EmbeddingConfig | undefined;
  /** The newsletter platform; undefined: none. */
  newsletter: NewsletterConfig | undefined;
  newsletterEvents: NewsletterEventConfig;
  /** Outgoing mail and its hourly limit; `paused`: mails wait in the outbox. Undefined: none. */
  mail:
    | {
        url: string;
        /** Whether a server that does not switch to TLS is refused before credentials are sent. */
        requireTls: boolean;
        from: string;
        perHour: number;
        paused: boolean;
      }
    | undefined;
  /** After how many days records of each kind go; undefined: never. */
  retentionDays: RetentionDays;
  /** Mail from readers; without a mailbox, only what gateways push. */
  inbound: {
    mailbox: (ImapLocation & { requireTls: boolean }) | undefined;
    /** The address that plus-tags are added to, in lower case. */
    replyTo: string | undefined;
    /** Addresses that mails of this service come from, in lower case: mail from them opens no ticket. */
    ownAddresses: readonly string[];
    /** What a reply to a closed ticket does. */
    closedTickets: 'reopen' | 'new-ticket';
  };
  attachments: AttachmentConfig;
  replies: ReplyConfig;
  webhooks: WebhookConfig;
  /** Whether `npm start` runs stubs of the outside services that are not configured. */
  sandbox: boolean;
  seedDemo: boolean;
  /** How many processes of this program serve. */
  processes: number;
  rateLimit: boolean;
  /** Whether requests are refused while the process cannot serve them in time. */
  loadShedding: boolean;
  /** How long a stopping process still serves while it reports not ready; milliseconds. */
  shutdownDelayMs: number;
  /** Express's `trust proxy`: a number of proxies, or addresses. */
  trustProxy: number | string | undefined;
  corsOrigins: string[];
  logLevel: string;
  /** Traces; undefined: none. */
  tracing: TracingConfig | undefined;
}

/**
 * Parses the configuration from environment variables, and secrets from the files that `NAME_FILE` variables name. An empty value
 * counts as unset.
 *
 * @throws ConfigError naming each variable that is bad or missing
 */
export const parseConfig = (env: Record<string, string | undefined>): Config => {
  const refuse = (problem: string): never => {
    throw new ConfigError(problem);
  };
  const result = environment
    .extend(tracingVariables.shape)
    .safeParse(readSecretFiles(env, secretNames, refuse));
  if (!result.success) {
    throw new ConfigError(
      result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '),
    );
  }
  const values = result.data;
  const production = values.NODE_ENV === 'production';
  const problems = findContradictions(values);
  if (problems.length > 0) refuse(problems.join('; '));
  return {
    environment: values.NODE_ENV,
    listen: { host: values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'), port: values.PORT },
    internalListen: { host: values.INTERNAL_HOST, port: values.INTERNAL_PORT },
    internalHosts: values.INTERNAL_ALLOWED_HOSTS ?? [],
    publicUrl: values.PUBLIC_URL,
    streaksPublicUrl: values.STREAKS_PUBLIC_URL ?? values.PUBLIC_URL,
    dataDirectory: values.DATA_DIR,
    database: values.DATABASE_URL
      ? {
          url: values.DATABASE_URL,
          poolSize: values.DATABASE_POOL,
          readUrls: values.DATABASE_READ_URL ?? [],
        }
      : undefined,
    redisUrl: values.REDIS_URL,
    storage: values.STORAGE_URL ?? { directory: join(values.DATA_DIR, 'files') },
    auth: {
      keys: authKeysOf(values),
      previousSecrets: values.AUTH_JWT_PREVIOUS_SECRETS ?? [],
      maxTokenAgeMs: values.AUTH_MAX_TOKEN_AGE,
      issuer: values.AUTH_ISSUER,
      audience: values.AUTH_AUDIENCE,
      rolesClaim: values.AUTH_ROLES_CLAIM,
      defaultRole: values.AUTH_DEFAULT_ROLE,
    },
    oidc:
      values.OIDC_ISSUER && values.OIDC_CLIENT_ID && values.OIDC_CLIENT_SECRET
        ? {
            issuer: values.OIDC_ISSUER,
            clientId: values.OIDC_CLIENT_ID,
            clientSecret: values.OIDC_CLIENT_SECRET,
          }
        : undefined,
    consoleUrl: values.CONSOLE_URL,
    quizReviewAt: values.QUIZ_REVIEW_AT,
    quizGenerateAuth:
      values.QUIZ_GENERATE_AUTH ??
      (production || !isLoopback(values.PUBLIC_URL) ? 'admin' : 'local'),
    llm: modelEndpointOf(values),
    modelTokensPerDay: values.MODEL_TOKENS_PER_DAY,
    embeddings: embeddingConfigOf(values),
    newsletter: newsletterConfigOf(values),
    newsletterEvents: newsletterEventConfigOf(values),
    mail:
      values.SMTP_URL && values.MAIL_FROM
        ? {
            url: values.SMTP_URL,
            requireTls: values.SMTP_TLS === 'required' && hasCredentials(values.SMTP_URL),
            from: values.MAIL_FROM,
            perHour: values.MAIL_PER_HOUR,
            paused: values.MAIL === 'off',
          }
        : undefined,
    inbound: {
      mailbox: values.IMAP_URL && {
        ...values.IMAP_URL,
        requireTls: values.IMAP_TLS === 'required' && !isLoopback(`imap://${values.IMAP_URL.host}`),
      },
      replyTo: values.MAIL_REPLY_TO,
      ownAddresses: ownAddressesOf(values),
      closedTickets: values.INBOUND_CLOSED,
    },
    retentionDays: retentionDaysOf(values),
    replies: replyConfigOf(values),
    attachments: attachmentConfigOf(values),
    webhooks: webhookConfigOf(values),
    sandbox: (values.SANDBOX ?? (values.NODE_ENV === 'development' ? 'auto' : 'off')) === 'auto',
    seedDemo: values.SEED_DEMO === undefined ? !values.DATABASE_URL : values.SEED_DEMO === '1',
    processes: values.PROCESSES,
    rateLimit: values.RATE_LIMIT === 'on',
    loadShedding: (values.LOAD_SHEDDING ?? (production ? 'on' : 'off')) === 'on',
    shutdownDelayMs: (values.SHUTDOWN_DELAY ?? (production ? 5 : 0)) * 1_000,
    trustProxy: values.TRUST_PROXY,
    corsOrigins: values.CORS_ORIGINS ?? [],
    logLevel: values.LOG_LEVEL,
    tracing: tracingOf(values),
  };
};

const ownAddressesOf = (values: { MAIL_FROM?: string; MAIL_REPLY_TO?: string }): string[] => {
  const from = values.MAIL_FROM?.match(/[^\s<>]+@[^\s<>]+/)?.[0]?.toLowerCase();
  return [from, values.MAIL_REPLY_TO].filter((address) => address !== undefined);
};
