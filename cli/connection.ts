import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { issueToken } from '../scripts/tokens/issue-token.ts';
import { developmentSecret } from '../server/auth/development-secret.ts';
import { parseConfig } from '../server/config/config.ts';
import { UnreachableError } from './failure.ts';

/** The address of the internal API and a token for it. */
export interface Connection {
  url: string;
  /** The address of the public API: `LEITOR_PUBLIC_URL`, else the configured one. */
  publicUrl: string;
  token: string;
}

/**
 * Finds the internal API and a token. The address is `LEITOR_URL`, by default the configured internal
 * listener; the token is `LEITOR_TOKEN` or the file `LEITOR_TOKEN_FILE`. Without one, it signs an
 * administrator's token with the local secret, named as the machine's user and valid for an hour.
 * @throws UnreachableError if the address is invalid, the token is empty or cannot be read, or there is
 * neither a token nor a local secret
 */
export const findConnection = async (
  env: Record<string, string | undefined>,
): Promise<Connection> => {
  const config = parseConfig(env);
  const { host, port } = config.internalListen;
  const url = env.LEITOR_URL ?? `http://${host}:${port}`;
  if (!/^https?:/.test(url) || !URL.canParse(url)) {
    throw new UnreachableError('LEITOR_URL must be an address as http://127.0.0.1:3001');
  }
  const publicUrl =
    env.LEITOR_PUBLIC_URL ??
    config.publicUrl ??
    `http://${config.listen.host}:${config.listen.port}`;
  const { LEITOR_TOKEN_FILE: file, LEITOR_TOKEN: given = file && (await readToken(file)) } = env;
  if (given !== undefined) {
    const token = given.trim();
    // An empty variable is a mistake and must not fall back to an administrator's token.
    if (token === '') throw new UnreachableError('LEITOR_TOKEN is set, and empty');
    if (/\s/.test(token)) throw new UnreachableError('LEITOR_TOKEN must be one word');
    return { url, publicUrl, token };
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

const readToken = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch(() => {
    throw new UnreachableError(`LEITOR_TOKEN_FILE: ${file} cannot be read`);
  });
