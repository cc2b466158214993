import type { RevokedTokens } from '../../db/tokens/revocations.ts';
import * as revocations from '../../db/tokens/revocations.ts';
import { recordAct } from '../audit/service.ts';
import { type Context, inTransaction, requireRole } from '../core/context.ts';
import { getPage, mapPage, type Page } from '../core/page.ts';

export type { RevokedTokens };

interface Revocation {
  id: number;
  /** The e-mail is only stored as a hash; the audit trail has it. */
  kind: 'person' | 'token';
  tokenId: string | null;
  revokedFrom: Date;
  createdAt: Date;
}

/**
 * Revokes a person's tokens issued before a moment, or one token by its id. Every process refuses them
 * within five seconds (docs/behaviour/access.md#authentication).
 * @param issuedBefore the default is now
 * @throws AppError `forbidden`
 */
export const revokeTokens = async (
  ctx: Context,
  tokens: RevokedTokens,
  issuedBefore?: Date,
): Promise<{ revokedFrom: Date }> => {
  requireRole(ctx, 'admin');
  const revokedFrom = issuedBefore ?? ctx.now();
  return inTransaction(ctx, async (tx) => {
    await revocations.insertRevocation(tx.db, tokens, revokedFrom);
    const target = 'email' in tokens ? `account:${tokens.email}` : `token:${tokens.tokenId}`;
    await recordAct(tx, { action: 'tokens.revoke', target });
    return { revokedFrom };
  });
};

/**
 * Lists a page of revocations, newest first; only those of an e-mail, if given. @throws AppError `forbidden`
 */
export const listRevocations = async (
  ctx: Context,
  filter: { email: string | undefined; before: number | undefined; limit: number },
): Promise<Page<Revocation, number>> => {
  requireRole(ctx, 'admin');
  const page = await getPage(
    filter.limit,
    (limit) => revocations.listRevocations(ctx.db, { ...filter, limit }),
    ({ id }) => id,
  );
  return mapPage(page, ({ emailHash, ...row }) => ({
    ...row,
    kind: emailHash ? 'person' : 'token',
  }));
};
