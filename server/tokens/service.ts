import { countOpenSessions } from '../../db/sessions/sessions.ts';
import * as keys from '../../db/tokens/keys.ts';
import type { RevokedTokens } from '../../db/tokens/revocations.ts';
import * as revocations from '../../db/tokens/revocations.ts';
import { recordAct } from '../audit/service.ts';
import { sessionAgeMs } from '../auth/sessions.ts';
import type { Role } from '../config/roles.ts';
import { type Counted, counted } from '../core/confirm.ts';
import { type Context, inTransaction, requireRole, type TxContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { getPage, type Page } from '../core/page.ts';
import { recordEndOfKeys } from './keys.ts';

type Revocation = {
  id: number;
  /** The e-mail is only stored as a hash; the audit trail has it. */
  kind: 'person' | 'token';
  tokenId: string | null;
  revokedFrom: Date;
  createdAt: Date;
};

type Key = Omit<keys.KeyRow, 'ownerEmail' | 'role'> & { kind: 'key'; role: Role };

/**
 * Ends a key, or a person's tokens, keys and sessions that were made before a moment, or one token by its
 * id. Every process refuses them within five seconds (docs/behaviour/access.md#authentication).
 * @param options.issuedBefore the default is now
 * @returns what ends; the tokens are not counted, because the provider has them
 * @throws AppError `forbidden`, `key-not-found`
 */
export const revokeTokens = async (
  ctx: Context,
  tokens: RevokedTokens | { id: number },
  { issuedBefore, dryRun = false }: { issuedBefore?: Date | undefined; dryRun?: boolean } = {},
): Promise<Counted & { revokedFrom: Date }> => {
  requireRole(ctx, 'admin');
  const revokedFrom = issuedBefore ?? ctx.now();
  const records = await inTransaction(
    ctx,
    (tx) => ('id' in tokens ? endKey(tx, tokens.id) : endTokens(tx, tokens, revokedFrom)),
    { dryRun },
  );
  return { ...counted(dryRun, records), revokedFrom };
};

const endKey = async (tx: TxContext, id: number): Promise<Counted['records']> => {
  if (!(await keys.hasKey(tx.db, id))) throw new AppError('key-not-found');
  const ended = await keys.endKey(tx.db, id, tx.now());
  await recordEndOfKeys(tx, ended);
  return [{ kind: 'keys', count: ended.length }];
};

const endTokens = async (
  tx: TxContext,
  tokens: RevokedTokens,
  revokedFrom: Date,
): Promise<Counted['records']> => {
  await revocations.insertRevocation(tx.db, tokens, revokedFrom);
  const target = 'email' in tokens ? `account:${tokens.email}` : `token:${tokens.tokenId}`;
  await recordAct(tx, { action: 'tokens.revoke', target });
  if (!('email' in tokens)) return [];
  const ended = await keys.endKeysOf(tx.db, tokens.email, {
    madeBefore: revokedFrom,
    at: tx.now(),
  });
  await recordEndOfKeys(tx, ended);
  const since = new Date(tx.now().getTime() - sessionAgeMs);
  const sessions = await countOpenSessions(tx.db, tokens.email, {
    since,
    issuedBefore: revokedFrom,
  });
  return [
    { kind: 'keys', count: ended.length },
    { kind: 'sessions', count: sessions },
  ];
};

/**
 * Lists a page of keys and revocations, newest first; only those of an e-mail or of a kind, if given.
 * @throws AppError `forbidden`
 */
export const listTokens = async (
  ctx: Context,
  filter: {
    kind: 'key' | 'revocation' | undefined;
    email: string | undefined;
    before: number | undefined;
    limit: number;
  },
): Promise<Page<Revocation | Key, number>> => {
  requireRole(ctx, 'admin');
  return getPage(
    filter.limit,
    async (limit) => {
      const page = { ...filter, limit };
      const found = filter.kind === 'revocation' ? [] : await keys.listKeys(ctx.db, page);
      const ended = filter.kind === 'key' ? [] : await revocations.listRevocations(ctx.db, page);
      return [...found.map(keyOf), ...ended.map(revocationOf)]
        .sort((a, b) => b.id - a.id)
        .slice(0, limit);
    },
    ({ id }) => id,
  );
};

const keyOf = ({ ownerEmail: _, ...key }: keys.KeyRow): Key => ({ kind: 'key', ...key });

const revocationOf = ({ emailHash, ...row }: revocations.RevocationRow): Revocation => ({
  ...row,
  kind: emailHash ? 'person' : 'token',
});
