import { readFileSync } from 'node:fs';

/** The variables that may also be given as `NAME_FILE`, the path of a file. */
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

/** Replaces `NAME_FILE` by the file's contents, drops empty values, and reports each error to `refuse`. */
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

const placeholder =
  /^<.*>$|:<[^<>]+>@|change[-_ ]?me|replace[-_ ]?me|placeholder|THE_SECRET|^your[-_ ]|(…|\.{3})$/i;

/** Returns a problem for each secret that still has the placeholder of a document. */
export const findPlaceholders = (values: Readonly<Record<string, string | undefined>>): string[] =>
  secretNames
    .filter((name) => placeholder.test(values[name] ?? ''))
    .map((name) => `${name}: is a placeholder; fill it in`);
