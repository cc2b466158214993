import type { Logger } from 'pino';
import type { Db } from '../../db/connection/database.ts';
import { findLiveKey, updateLastUsed } from '../../db/tokens/keys.ts';
import { minuteMs } from '../core/civil-time.ts';
import { AppError } from '../core/errors.ts';
import type { Person } from './tokens.ts';

/** Begins every key, so that people and scanners of secrets recognise one. */
export const keyPrefix = 'leitor_';

/**
 * Builds the check of keys, which asks the database for each request: a revoked key is refused at once,
 * everywhere. Throws `invalid-token`.
 */
export const keyVerifier =
  ({ db, now, log }: { db: Db; now: () => Date; log: Logger }) =>
  async (secret: string): Promise<Person> => {
    const key = await findLiveKey(db, secret, now());
    if (!key) throw new AppError('invalid-token');
    const { id, name, role, domains, ownerEmail, expiresAt, lastUsedAt } = key;
    const unlessSince = new Date(now().getTime() - minuteMs);
    if (!lastUsedAt || lastUsedAt < unlessSince) {
      await updateLastUsed(db, id, { at: now(), unlessSince }).catch((error) =>
        log.warn({ err: error }, 'could not store when a key was used'),
      );
    }
    const subject = `key:${id} ${name}`;
    return { kind: 'person', subject, name, role, key: { id, domains, ownerEmail, expiresAt } };
  };
