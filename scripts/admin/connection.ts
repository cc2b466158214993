import { readFile } from 'node:fs/promises';
import { developmentSecret } from '../../server/auth/secret.ts';
import { parseConfig } from '../../server/config.ts';
import { issueToken } from '../issue-token.ts';
import { UnreachableError } from './failure.ts';

/** Where the internal API is, and with which token to ask it. */
export interface Connection {
  url: string;
  token: string;
}

/**
 * Finds the internal API and a token: `LEITOR_URL` (else the configured internal listener), and `LEITOR_TOKEN` or the file
 * `LEITOR_TOKEN_FILE`. Without either, on the machine of a service that signs with a local secret, an administrator's token
 * for an hour is made of it.
 *
 * @throws UnreachableError saying what to set where there is no token
 */
export const findConnection = async (
  env: Record<string, string | undefined>,
): Promise<Connection> => {
  const config = parseConfig(env);
  const { host, port } = config.internalListen;
  const url = env.LEITOR_URL ?? `http://${host}:${port}`;
  if (env.LEITOR_TOKEN) return { url, token: env.LEITOR_TOKEN };
  if (env.LEITOR_TOKEN_FILE) {
    return { url, token: (await readFile(env.LEITOR_TOKEN_FILE, 'utf8')).trim() };
  }
  const { keys } = config.auth;
  if (keys && !('secret' in keys))
    throw new UnreachableError('set LEITOR_TOKEN or LEITOR_TOKEN_FILE');
  if (!keys && config.environment === 'production') {
    throw new UnreachableError('set LEITOR_TOKEN or LEITOR_TOKEN_FILE');
  }
  const secret = keys?.secret ?? (await developmentSecret(config.dataDirectory));
  const operator = { email: 'operador@localhost.localdomain', role: 'admin' } as const;
  return { url, token: await issueToken(config, secret, operator, 1 / 24) };
};
