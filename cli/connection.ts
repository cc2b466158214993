import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { issueToken } from '../scripts/issue-token.ts';
import { developmentSecret } from '../server/auth/secret.ts';
import { parseConfig } from '../server/config/config.ts';
import { UnreachableError } from './failure.ts';

/** Address of the internal API and a token for it. */
export interface Connection {
  url: string;
  /** The public API: `LEITOR_PUBLIC_URL`, else the configured one. */
  publicUrl: string;
  token: string;
}

/**
 * Finds the internal API and a token: `LEITOR_URL` (default: the configured internal listener), and
 * `LEITOR_TOKEN` or the file `LEITOR_TOKEN_FILE`. Without a token, one for an administrator, named
 * as the user of this machine, is signed with the local secret and expires in an hour.
 *
 * @throws UnreachableError if there is neither a token nor a local secret
 */
export const findConnection = async (
  env: Record<string, string | undefined>,
): Promise<Connection> => {
  const config = parseConfig(env);
  const { host, port } = config.internalListen;
  const url = env.LEITOR_URL ?? `http://${host}:${port}`;
  const publicUrl =
    env.LEITOR_PUBLIC_URL ??
    config.publicUrl ??
    `http://${config.listen.host}:${config.listen.port}`;
  if (env.LEITOR_TOKEN) return { url, publicUrl, token: env.LEITOR_TOKEN };
  if (env.LEITOR_TOKEN_FILE) {
    return { url, publicUrl, token: (await readFile(env.LEITOR_TOKEN_FILE, 'utf8')).trim() };
  }
  const { keys } = config.auth;
  if (keys && !('secret' in keys))
    throw new UnreachableError('set LEITOR_TOKEN or LEITOR_TOKEN_FILE');
  if (!keys && config.environment === 'production') {
    throw new UnreachableError('set LEITOR_TOKEN or LEITOR_TOKEN_FILE');
  }
  const secret = keys?.secret ?? (await developmentSecret(config.dataDirectory));
  const user = userInfo().username.replaceAll(/[^\w.-]/g, '-');
  const operator = { email: `${user}@localhost.localdomain`, role: 'admin' } as const;
  return { url, publicUrl, token: await issueToken(config, secret, operator, 1 / 24) };
};
