import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { getSigningKey } from '../../db/auth/signing-keys.ts';
import type { CheckedContext } from '../core/context.ts';

// Only this service can create these addresses and Message-IDs.

type KeyContext = Pick<CheckedContext, 'db'>;
type AddressContext = Pick<CheckedContext, 'db' | 'config'>;

/** Returns the Message-ID of a message's or forward's mail, which is the same for every attempt. */
export const mailIdOf = async (
  ctx: KeyContext,
  {
    ticketId,
    domain,
    ...of
  }: { ticketId: number; domain: string } & ({ messageId: number } | { noteId: number }),
): Promise<string> => {
  const what = 'noteId' in of ? `note-${of.noteId}` : `message-${of.messageId}`;
  const name = `ticket-${ticketId}.${what}`;
  return `<${name}.${await signatureOf(ctx, name)}@${domain}>`;
};

/** Parses one of our Message-IDs without verifying it; those of earlier versions have no signature. */
export const readMailId = (
  mailId: string,
):
  | {
      name: string;
      ticketId: number;
      noteId: number | undefined;
      signature: string | undefined;
      domain: string;
    }
  | undefined => {
  const [, name, ticketId, note, signature, domain] =
    /^<(ticket-(\d{1,10})(?:\.message-\d{1,10}|\.note-(\d{1,10}))?)(?:\.([a-z2-7]{16}))?@([^\s<>@]{1,255})>$/.exec(
      mailId,
    ) ?? [];
  if (name === undefined || domain === undefined || !isId(Number(ticketId))) return undefined;
  const noteId = note !== undefined && isId(Number(note)) ? Number(note) : undefined;
  return { name, ticketId: Number(ticketId), noteId, signature, domain };
};

export const isSignedMailId = async (ctx: KeyContext, mailId: string): Promise<boolean> => {
  const read = readMailId(mailId);
  return read?.signature !== undefined && isSignature(ctx, read.name, read.signature);
};

export type ReplyTarget = { ticketId: number } | { noteId: number };

/** Returns the signed text of an address; for a ticket only the id, as in earlier versions. */
const signedName = (to: ReplyTarget): string =>
  'noteId' in to ? `note-${to.noteId}` : String(to.ticketId);

/** Returns `MAIL_REPLY_TO` with a signed plus-tag for a ticket; undefined if it is not configured. */
export const replyAddressOf = (
  ctx: AddressContext,
  ticketId: number,
): Promise<string | undefined> => addressOf(ctx, { ticketId });

export const forwardAddressOf = (
  ctx: AddressContext,
  noteId: number,
): Promise<string | undefined> => addressOf(ctx, { noteId });

const addressOf = async (ctx: AddressContext, to: ReplyTarget): Promise<string | undefined> => {
  const { replyTo } = ctx.config.inbound;
  if (replyTo === undefined) return undefined;
  const [local, domain] = replyTo.split('@');
  const tag = 'noteId' in to ? `f${to.noteId}` : `t${to.ticketId}`;
  return `${local}+${tag}.${await signatureOf(ctx, signedName(to))}@${domain}`;
};

/** Verifies an address; undefined if it is not one of ours. */
export const readReplyAddress = async (
  ctx: AddressContext,
  address: string,
): Promise<ReplyTarget | undefined> => {
  const [local, domain] = ctx.config.inbound.replyTo?.split('@') ?? [];
  const [, name, kind, digits = '', given = '', host] =
    /^([^+@]{1,64})\+([tf])(\d{1,10})\.([a-z2-7]{16})@(.{1,255})$/.exec(address) ?? [];
  const id = Number(digits);
  if (name === undefined || name !== local || host !== domain || !isId(id)) return undefined;
  const target = kind === 'f' ? { noteId: id } : { ticketId: id };
  return (await isSignature(ctx, signedName(target), given)) ? target : undefined;
};

const isId = (id: number): boolean => id > 0 && id <= 2_147_483_647;

const signatureLength = 16;

/** Returns a function that signs names with the key of addresses and Message-IDs, which is never rotated. */
export const openSigner = async ({ db }: KeyContext): Promise<(name: string) => string> => {
  const key = await getSigningKey(db, 'reply-addresses', randomBytes(32));
  return (name) => {
    const bytes = createHmac('sha256', key).update(name).digest();
    return Array.from(
      bytes.subarray(0, signatureLength),
      (byte) => 'abcdefghijklmnopqrstuvwxyz234567'[byte % 32],
    ).join('');
  };
};

const signatureOf = async (ctx: KeyContext, name: string): Promise<string> =>
  (await openSigner(ctx))(name);

/** Verifies a signature of 16 characters. */
export const isSignature = async (
  ctx: KeyContext,
  signed: string,
  given: string,
): Promise<boolean> =>
  timingSafeEqual(Buffer.from(given), Buffer.from(await signatureOf(ctx, signed)));
