import { randomBytes } from 'node:crypto';
import { encodeExtended } from 'content-disposition';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { AttachmentRow } from '../../db/attachments/attachments.ts';
import * as keys from '../../db/auth/signing-keys.ts';
import { recordAct } from '../audit/service.ts';
import { type CheckedContext, type Context, inTransaction, requireRole } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { downloadName, storedName } from './checks/names.ts';

type LinkedRow = Pick<AttachmentRow, 'id' | 'name' | 'path' | 'type' | 'quarantined'>;

const validSeconds = 600;
const audience = 'leitor:attachment';

/**
 * Builds `Content-Disposition` with a harmless form of the name (RFC 6266), and one in ASCII for old
 * clients.
 */
export const dispositionOf = (row: Pick<AttachmentRow, 'name'>): string => {
  const name = downloadName(row.name);
  // The ASCII form may lack the characters that made the name harmless.
  const ascii = downloadName(storedName(name));
  return `attachment; filename="${ascii}"; filename*=${encodeExtended(name)}`;
};

/**
 * Returns a function that makes download addresses: each opens one attachment for ten minutes without a
 * token.
 */
export const linkMaker = async (
  ctx: CheckedContext,
): Promise<(row: LinkedRow) => Promise<string>> => {
  const { presign } = ctx.storage;
  if (!presign) return ownLinkMaker(ctx);
  return async (row) => {
    // A presigned address would open a file before its scan.
    if (row.quarantined) return (await ownLinkMaker(ctx))(row);
    return presign(row.path, {
      now: ctx.now(),
      seconds: validSeconds,
      contentType: row.type,
      contentDisposition: dispositionOf(row),
    });
  };
};

const ownLinkMaker = async (ctx: CheckedContext): Promise<(row: LinkedRow) => Promise<string>> => {
  const key = await signingKey(ctx);
  const expiresAt = new Date(ctx.now().getTime() + validSeconds * 1_000);
  return async ({ id }) => {
    const token = await new SignJWT()
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(String(id))
      .setAudience(audience)
      .setExpirationTime(expiresAt)
      .sign(key);
    return `${ctx.config.publicUrl}/support/anexos/${id}/download?token=${token}`;
  };
};

/** Verifies a link. @throws AppError `invalid-token` if it was not made for this attachment or has expired */
export const verifyLink = async (ctx: CheckedContext, id: number, token: string): Promise<void> => {
  let failure = await findFault(ctx, id, token, await signingKey(ctx));
  if (!(failure instanceof errors.JWSSignatureVerificationFailed)) {
    if (failure) throw new AppError('invalid-token', { cause: failure });
    return;
  }
  for (const key of await keys.listPreviousKeys(ctx.db, keyName, ctx.now())) {
    failure = await findFault(ctx, id, token, key);
    if (!failure) return;
  }
  throw new AppError('invalid-token', { cause: failure });
};

const findFault = async (
  ctx: Context,
  id: number,
  token: string,
  key: Uint8Array,
): Promise<Error | undefined> => {
  try {
    await jwtVerify(token, key, {
      algorithms: ['HS256'],
      audience,
      subject: String(id),
      requiredClaims: ['exp'],
      currentDate: ctx.now(),
    });
    return undefined;
  } catch (error) {
    if (error instanceof errors.JOSEError) return error;
    throw error;
  }
};

/**
 * Replaces the key of download addresses; for administrators only. Issued addresses stay valid unless
 * `immediately` is set. Presigned addresses of a bucket are not affected, because the bucket's credentials
 * sign them.
 */
export const rotateLinkKey = async (
  ctx: Context,
  { immediately }: { immediately: boolean },
): Promise<{ previousUntil: Date }> => {
  requireRole(ctx, 'admin');
  const overlapMs = immediately ? 0 : (validSeconds + skewSeconds) * 1_000;
  const previousUntil = new Date(ctx.now().getTime() + overlapMs);
  return inTransaction(ctx, async (tx) => {
    if (immediately) await keys.deletePreviousKeys(tx.db, keyName);
    await keys.replaceSigningKey(tx.db, keyName, { value: randomBytes(32), previousUntil });
    await recordAct(tx, {
      action: 'attachments.rotateLinkKey',
      target: `signing-key:${keyName}`,
      changes: [{ field: 'previousUntil', after: previousUntil.toISOString() }],
    });
    return { previousUntil };
  });
};

const keyName = 'attachment-links';
/** The tolerance for a process whose clock is ahead: its addresses expire later. */
const skewSeconds = 60;

/** It differs from the key of access tokens: otherwise each address would be an access token. */
const signingKey = (ctx: CheckedContext): Promise<Uint8Array> =>
  keys.getSigningKey(ctx.db, keyName, randomBytes(32));
