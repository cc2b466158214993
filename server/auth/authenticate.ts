import type { Logger } from 'pino';
import { upsertAccount } from '../../db/accounts/accounts.ts';
import type { Db } from '../../db/connection/database.ts';
import type { Actor } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { keyPrefix, keyVerifier } from './keys.ts';
import type { VerifyToken } from './tokens.ts';

export type Authenticate = (authorization: string | undefined) => Promise<Actor>;

const bearer = /^Bearer +([\w.~+/=-]+) *$/i;

interface AuthenticatorParts {
  db: Db;
  now: () => Date;
  log: Logger;
  verifyToken: VerifyToken;
}

/**
 * Authenticates by RFC 6750 with a key or a token, and stores e-mails and names of new tokens for rankings.
 * Throws `invalid-token`.
 */
export const authenticator = ({ db, now, log, verifyToken }: AuthenticatorParts): Authenticate => {
  const verifyKey = keyVerifier({ db, now, log });
  return async (authorization) => {
    if (authorization === undefined) return { kind: 'anonymous' };
    const token = bearer.exec(authorization)?.[1];
    if (token === undefined) throw new AppError('invalid-token');
    if (token.startsWith(keyPrefix)) return verifyKey(token);
    const { person, fresh } = await verifyToken(token);
    if (fresh && person.email) {
      await upsertAccount(db, { email: person.email, name: person.name }).catch((error) =>
        log.warn({ err: error }, 'could not store the account of a token'),
      );
    }
    return person;
  };
};
