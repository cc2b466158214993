import { randomBytes } from 'node:crypto';
import { encodeExtended } from 'content-disposition';
import { errors, jwtVerify, SignJWT } from 'jose';
import { type AttachmentRow, getSigningKey } from '../../db/attachments.ts';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { storedName } from './names.ts';

const validSeconds = 600;
const audience = 'leitor:attachment';

/** How a browser is told to save the file: under its own name (RFC 6266), and for old programs a safe form of it. */
export const dispositionOf = ({ name }: Pick<AttachmentRow, 'name'>): string =>
  `attachment; filename="${storedName(name)}"; filename*=${encodeExtended(name)}`;

/** Makes addresses that download an attachment for ten minutes, and no other one, without a token. */
export const linkMaker = async (ctx: Context): Promise<(row: AttachmentRow) => Promise<string>> => {
  const { presign } = ctx.storage;
  if (presign) {
    return (row) =>
      presign(row.path, {
        now: ctx.now(),
        seconds: validSeconds,
        contentType: row.type,
        contentDisposition: dispositionOf(row),
      });
  }
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

/** @throws AppError `invalid-token` where the token is not one of this attachment's, or is over ten minutes old */
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

/** A key of these addresses' own: one that signed access tokens too would make each of them an access token. */
const signingKey = (ctx: Context): Promise<Uint8Array> =>
  getSigningKey(ctx.db, 'attachment-links', randomBytes(32));
