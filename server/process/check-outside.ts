import { once } from 'node:events';
import { connect } from 'node:net';
import type { Logger } from 'pino';
import { discoverProvider } from '../auth/identity-provider.ts';
import { checkMailbox } from '../clients/imap.ts';
import { checkSmtp } from '../clients/smtp.ts';
import type { Config } from '../config/config.ts';
import { reasonOf } from '../text/error-reason.ts';

const limitMs = 5_000;
const openAi = 'https://api.openai.com/v1';

type Check = [variables: string, tryIt: () => Promise<unknown>];

/**
 * Tries each configured service outside once, and logs an error that names its variables. The service works
 * without them, so it never throws.
 */
export const checkOutside = async (config: Config, log: Pick<Logger, 'error'>): Promise<void> => {
  const tried = checksOf(config).map(([variables, tryIt]) =>
    tryIt().catch((error) => {
      const cause = error instanceof TypeError && error.cause ? error.cause : error;
      log.error(`${variables}: cannot be used: ${reasonOf(cause)}`);
    }),
  );
  await Promise.all(tried);
};

const checksOf = ({
  auth: { keys },
  oidc,
  llm,
  embeddings,
  newsletter,
  mail,
  inbound: { mailbox },
  attachments: { scanner },
}: Config): Check[] => {
  const checks: Check[] = [];
  if (keys && 'jwksUrl' in keys) checks.push(['AUTH_JWKS_URL', () => get(keys.jwksUrl)]);
  if (oidc) checks.push(['OIDC_ISSUER', () => discoverProvider(oidc, oidc.clientSecret)]);
  for (const [name, model] of Object.entries({ OPENAI: llm, EMBEDDINGS: embeddings })) {
    if (!model) continue;
    const list = () => get(`${model.baseUrl ?? openAi}/models`, model.apiKey);
    checks.push([`${name}_API_KEY, ${name}_BASE_URL`, list]);
  }
  if (newsletter) {
    const { baseUrl, publicationId, apiKey } = newsletter;
    const find = () => get(`${baseUrl}/publications/${publicationId}`, apiKey);
    checks.push(['BEEHIIV_API_KEY, BEEHIIV_PUBLICATION_ID', find]);
  }
  if (mail) checks.push(['SMTP_URL', () => checkSmtp({ ...mail, stepMs: limitMs })]);
  if (mailbox) checks.push(['IMAP_URL', () => checkMailbox(mailbox)]);
  if (scanner) checks.push(['SCAN_URL', () => reach(scanner)]);
  return checks;
};

const get = async (url: string, key?: string): Promise<Response> => {
  const response = await fetch(url, {
    headers: key ? { authorization: `Bearer ${key}` } : {},
    signal: AbortSignal.timeout(limitMs),
  });
  if (!response.ok) throw new Error(`${url} returned ${response.status}`);
  return response;
};

const reach = async (server: { host: string; port: number }): Promise<void> => {
  const socket = connect(server);
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(limitMs) });
  } finally {
    socket.destroy();
  }
};
