import type { Logger } from 'pino';
import type { Db } from '../../db/connection.ts';
import { upsertAccount } from '../accounts/service.ts';
import type { Actor } from '../context.ts';
import { AppError } from '../errors.ts';
import type { VerifyToken } from './tokens.ts';

/** Tells who sends a request, by its `Authorization` header. */
export type Authenticate = (authorization: string | undefined) => Promise<Actor>;

const bearer = /^Bearer +([\w.~+/=-]+) *$/i;

/**
 * Makes the reader of `Authorization` headers (RFC 6750). No header is an anonymous caller. What a newly seen token says of a
 * person's name is stored, so that rankings can show it; failing to store it does not fail the request.
 *
 * The reader throws AppError `invalid-token` for a header that is no bearer token or whose token is not valid.
 */
export const authenticator =
  ({ db, log, verifyToken }: { db: Db; log: Logger; verifyToken: VerifyToken }): Authenticate =>
  async (authorization) => {
    if (authorization === undefined) return { kind: 'anonymous' };
    const token = bearer.exec(authorization)?.[1];
    if (token === undefined) throw new AppError('invalid-token');
    const { person, fresh } = await verifyToken(token);
    if (fresh && person.email) {
      await upsertAccount({ db }, { email: person.email, name: person.name }).catch((error) =>
        log.warn({ err: error }, 'could not mirror an account'),
      );
    }
    return person;
  };
