import type { Logger } from 'pino';
import { upsertAccount } from '../../db/accounts/accounts.ts';
import type { Db } from '../../db/connection/database.ts';
import type { Actor } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import type { VerifyToken } from './tokens.ts';

/** Returns the caller of a request from its `Authorization` header. */
export type Authenticate = (authorization: string | undefined) => Promise<Actor>;

const bearer = /^Bearer +([\w.~+/=-]+) *$/i;

/**
 * Creates the reader of `Authorization` headers (RFC 6750). Without a header the caller is
 * anonymous. The e-mail and name of a newly seen token are stored, so that rankings can show them;
 * a failure to store them does not fail the request.
 *
 * The reader throws AppError `invalid-token` if the header is no bearer token or the token is
 * invalid.
 */
export const authenticator =
  ({ db, log, verifyToken }: { db: Db; log: Logger; verifyToken: VerifyToken }): Authenticate =>
  async (authorization) => {
    if (authorization === undefined) return { kind: 'anonymous' };
    const token = bearer.exec(authorization)?.[1];
    if (token === undefined) throw new AppError('invalid-token');
    const { person, fresh } = await verifyToken(token);
    if (fresh && person.email) {
      await upsertAccount(db, { email: person.email, name: person.name }).catch((error) =>
        log.warn({ err: error }, 'could not store the account of a token'),
      );
    }
    return person;
  };
