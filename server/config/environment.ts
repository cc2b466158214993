import { z } from 'zod';
import { modelVariables } from './models.ts';
import { newsletterVariables } from './newsletter.ts';
import { roles } from './roles.ts';
import {
  bareAddress,
  databaseUrl,
  duration,
  httpUrl,
  imapUrl,
  issuerUrl,
  list,
  mailSender,
  morningTime,
  origin,
  origins,
  port,
  processCount,
  retentionDays,
  scannerUrl,
  storageUrl,
  tokenSecret,
  trustProxy,
} from './values.ts';

/** Every variable that the service reads, but for OpenTelemetry's own (`tracing.ts`). */
export const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().min(1).optional(),
  PORT: port.default(3000),
  INTERNAL_HOST: z.string().min(1).default('127.0.0.1'),
  INTERNAL_PORT: port.default(3001),
  INTERNAL_ALLOWED_HOSTS: list.optional(),
  PUBLIC_URL: httpUrl.optional(),
  STREAKS_PUBLIC_URL: httpUrl.optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_READ_URL: list.pipe(z.array(databaseUrl)).optional(),
  PROCESSES: processCount.prefault('1'),
  DATABASE_POOL: z.coerce.number().int().min(1).max(1_000).default(10),
  STORAGE_URL: storageUrl.optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// URL' }).optional(),
  AUTH_JWT_SECRET: tokenSecret.optional(),
  AUTH_JWT_PREVIOUS_SECRETS: list.pipe(z.array(tokenSecret)).optional(),
  AUTH_MAX_TOKEN_AGE: duration.optional(),
  ERASURE_LEDGER_KEY: tokenSecret.optional(),
  AUTH_JWKS_URL: httpUrl.optional(),
  AUTH_ISSUER: z.string().min(1).optional(),
  AUTH_AUDIENCE: z.string().min(1).optional(),
  AUTH_ROLES_CLAIM: z.string().min(1).default('roles'),
  AUTH_DEFAULT_ROLE: z.enum(roles).default('reader'),
  OIDC_ISSUER: issuerUrl.optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_CLIENT_PREVIOUS_SECRET: z.string().min(1).optional(),
  CONSOLE_URL: origin.optional(),
  QUIZ_REVIEW_AT: morningTime.optional(),
  QUIZ_GENERATE_AUTH: z.enum(['local', 'admin', 'open']).optional(),
  ...modelVariables,
  ...newsletterVariables,
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be a smtp:// or smtps:// URL' }).optional(),
  SMTP_TLS: z.enum(['required', 'optional']).default('required'),
  MAIL_FROM: mailSender.optional(),
  SUMMARY_MAIL_TO: list.pipe(z.array(bareAddress)).default([]),
  IMAP_URL: imapUrl.optional(),
  IMAP_TLS: z.enum(['required', 'optional']).default('required'),
  MAIL_REPLY_TO: bareAddress.optional(),
  INBOUND_FORM_SENDERS: list.pipe(z.array(bareAddress)).default([]),
  INBOUND_CLOSED: z.enum(['reopen', 'new-ticket']).default('reopen'),
  RETENTION_AUDIT_DAYS: retentionDays.optional(),
  RETENTION_ATTEMPTS_DAYS: retentionDays.optional(),
  RETENTION_MAILS_DAYS: retentionDays.optional(),
  RETENTION_INBOUND_DAYS: retentionDays.default(90),
  RETENTION_TICKETS_DAYS: retentionDays.optional(),
  RETENTION_WEBHOOKS_DAYS: retentionDays.default(30),
  MAIL: z.enum(['on', 'off']).default('on'),
  MAIL_PER_HOUR: z.coerce.number().int().min(1).max(1_000_000).default(1_000),
  ATTACHMENTS_PER_TICKET: z.coerce.number().int().min(1).max(1_000_000).default(200),
  ATTACHMENT_BYTES_PER_PERSON_PER_DAY: z.coerce
    .number()
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .default(209_715_200),
  SCAN_URL: scannerUrl.optional(),
  AUTO_REPLY_MIN_CONFIDENCE: z.coerce.number().min(0).max(1).default(0.7),
  LOW_CONFIDENCE_DRAFTS: z.enum(['on', 'off']).default('off'),
  REPLY_LINK_HOSTS: list
    .pipe(z.array(z.hostname('must be host names, separated by commas').toLowerCase()))
    .optional(),
  WEBHOOK_ADDRESSES: z.enum(['public', 'any']).default('public'),
  SANDBOX: z.enum(['auto', 'off']).optional(),
  SEED_DEMO: z.enum(['0', '1']).optional(),
  RATE_LIMIT: z.enum(['on', 'off']).default('on'),
  LOAD_SHEDDING: z.enum(['on', 'off']).optional(),
  SHUTDOWN_DELAY: z.coerce.number().min(0).max(60).optional(),
  TRUST_PROXY: trustProxy.optional(),
  CORS_ORIGINS: origins.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

/** The variables, parsed. */
export type Environment = z.output<typeof environment>;
