import { randomBytes } from 'node:crypto';
import { findLastRole } from '../../db/sessions/sessions.ts';
import * as keys from '../../db/tokens/keys.ts';
import { recordAct, recordActs } from '../audit/service.ts';
import { keyPrefix } from '../auth/keys.ts';
import type { Role } from '../config/roles.ts';
import { type Context, inTransaction, requireRole, type TxContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';

interface NewKey {
  name: string;
  role: Role;
  /** Undefined: all. */
  domains: readonly string[] | undefined;
  /** Undefined: it does not expire. */
  expiresAt: Date | undefined;
}

/**
 * Makes a key and returns its token, of which only a hash is stored. A key that makes another gives it at
 * most its own domains and end.
 * @throws AppError `forbidden`, `invalid-request` for an end in the past
 */
export const createKey = async (
  ctx: Context,
  { name, role, domains = [], expiresAt }: NewKey,
): Promise<{ id: number; token: string }> => {
  requireRole(ctx, 'admin');
  if (expiresAt && expiresAt <= ctx.now()) {
    throw new AppError('invalid-request', { detail: 'expiresAt must be in the future' });
  }
  const maker = ctx.actor.kind === 'person' ? ctx.actor : undefined;
  const allowed = domains.length > 0 ? [...new Set(domains)] : null;
  refuseMore(maker?.key, allowed, expiresAt);
  const secret = `${keyPrefix}${randomBytes(32).toString('base64url')}`;
  return inTransaction(ctx, async (tx) => {
    const id = await keys.insertKey(tx.db, {
      secret,
      name,
      role,
      domains: allowed,
      createdBy: maker?.email ?? maker?.subject ?? 'service',
      ownerEmail: maker?.email ?? maker?.key?.ownerEmail ?? null,
      parentId: maker?.key?.id ?? null,
      createdAt: tx.now(),
      expiresAt: expiresAt ?? null,
    });
    const made = { name, role, domains: allowed, expiresAt: expiresAt ?? null };
    const changes = Object.entries(made).map(([field, after]) => ({ field, after }));
    await recordAct(tx, { action: 'tokens.create', target: `key:${id}`, changes });
    return { id, token: secret };
  });
};

type MakingKey = { domains: readonly string[] | null; expiresAt: Date | null };

const refuseMore = (
  own: MakingKey | undefined,
  domains: readonly string[] | null,
  expiresAt: Date | undefined,
): void => {
  const limit = own?.domains;
  if (limit && !domains?.every((domain) => limit.includes(domain))) {
    throw new AppError('forbidden', { detail: `domains: at most ${limit.join(', ')}` });
  }
  if (own?.expiresAt && !(expiresAt && expiresAt <= own.expiresAt)) {
    const detail = `expiresAt: at most ${own.expiresAt.toISOString()}`;
    throw new AppError('forbidden', { detail });
  }
};

/** Records that keys ended. */
export const recordEndOfKeys = async (tx: TxContext, ids: readonly number[]): Promise<void> => {
  const acts = ids.map((id) => ({ target: `key:${id}`, changes: [] }));
  if (acts.length > 0) await recordActs(tx, 'tokens.revoke', acts);
};

/** Ends the keys of a person who is no administrator any more. */
export const endKeysOf = async (tx: TxContext, email: string): Promise<void> =>
  recordEndOfKeys(tx, await keys.endKeysOf(tx.db, email, { at: tx.now() }));

/** Does the same for a person who left the team's administrators, unless the provider makes one. */
export const endKeysUnlessProvided = async (tx: TxContext, email: string): Promise<void> => {
  if ((await findLastRole(tx.db, email)) !== 'admin') await endKeysOf(tx, email);
};
