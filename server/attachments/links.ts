import { randomBytes } from 'node:crypto';
import { encodeExtended } from 'content-disposition';
import { errors, jwtVerify, SignJWT } from 'jose';
import { type AttachmentRow, getSigningKey } from '../../db/attachments.ts';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { storedName } from './names.ts';

/** What an address is made of. */
type LinkedRow = Pick<AttachmentRow, 'id' | 'name' | 'path' | 'type' | 'quarantined'>;

const validSeconds = 600;
const audience = 'leitor:attachment';

/** `Content-Disposition` with the file's own name (RFC 6266) and an ASCII form of it for old clients. */
export const dispositionOf = ({ name }: Pick<AttachmentRow, 'name'>): string =>
  `attachment; filename="${storedName(name)}"; filename*=${encodeExtended(name)}`;

/** Returns a function that makes download addresses: each opens one attachment, without an access token, for ten minutes. */
export const linkMaker = async (ctx: Context): Promise<(row: LinkedRow) => Promise<string>> => {
  const { presign } = ctx.storage;
  if (!presign) return ownLinkMaker(ctx);
  return async (row) => {
    // A presigned address would open a file that has not been scanned.
    if (row.quarantined) return (await ownLinkMaker(ctx))(row);
    return presign(row.path, {
      now: ctx.now(),
      seconds: validSeconds,
      contentType: row.type,
      contentDisposition: dispositionOf(row),
    });
  };
};

const ownLinkMaker = async (ctx: Context): Promise<(row: LinkedRow) => Promise<string>> => {
  const key = await signingKey(ctx);
  const expiresAt = new Date(ctx.now().getTime() + validSeconds * 1_000);
  return async ({ id }) => {
    const token = await new SignJWT()
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(String(id))
      .setAudience(audience)
      .setExpirationTime(expiresAt)
      .sign(key);
    return `${ctx.publicUrl}/support/anexos/${id}/download?token=${token}`;
  };
};

/** @throws AppError `invalid-token` if the token was not made for this attachment or is over ten minutes old */
export const verifyLink = async (ctx: Context, id: number, token: string): Promise<void> => {
  try {
    await jwtVerify(token, await signingKey(ctx), {
      algorithms: ['HS256'],
      audience,
      subject: String(id),
      requiredClaims: ['exp'],
      currentDate: ctx.now(),
    });
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new AppError('invalid-token', { cause: error });
    throw error;
  }
};

/** A key of its own: signed with the key of access tokens, each address would be an access token. */
const signingKey = (ctx: Context): Promise<Uint8Array> =>
  getSigningKey(ctx.db, 'attachment-links', randomBytes(32));
