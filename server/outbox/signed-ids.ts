import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { getSigningKey } from '../../db/auth/signing-keys.ts';
import type { CheckedContext } from '../context.ts';

// Addresses and Message-IDs that only this service can make.

type KeyContext = Pick<CheckedContext, 'db'>;

/** The Message-ID of a message's mail: the same at every attempt. */
export const mailIdOf = async (
  ctx: KeyContext,
  { ticketId, messageId, domain }: { ticketId: number; messageId: number; domain: string },
): Promise<string> => {
  const name = `ticket-${ticketId}.message-${messageId}`;
  return `<${name}.${await signatureOf(ctx, name)}@${domain}>`;
};

/** What a Message-ID of ours names, without its signature. Those of earlier versions have none. */
export const readMailId = (
  mailId: string,
):
  | { name: string; ticketId: number; signature: string | undefined; domain: string }
  | undefined => {
  const [, name, ticketId, signature, domain] =
    /^<(ticket-(\d{1,10})(?:\.message-\d{1,10})?)(?:\.([a-z2-7]{16}))?@([^\s<>@]{1,255})>$/.exec(
      mailId,
    ) ?? [];
  if (name === undefined || domain === undefined || !isId(Number(ticketId))) return undefined;
  return { name, ticketId: Number(ticketId), signature, domain };
};

/** Whether this service made the Message-ID. */
export const isSignedMailId = async (ctx: KeyContext, mailId: string): Promise<boolean> => {
  const read = readMailId(mailId);
  return read?.signature !== undefined && isSignature(ctx, read.name, read.signature);
};

/**
 * The address that replies to a ticket's mails go to: the configured one with a signed plus-tag.
 * Undefined without `MAIL_REPLY_TO`.
 */
export const replyAddressOf = async (
  ctx: Pick<CheckedContext, 'db' | 'config'>,
  ticketId: number,
): Promise<string | undefined> => {
  const { replyTo } = ctx.config.inbound;
  if (replyTo === undefined) return undefined;
  const [local, domain] = replyTo.split('@');
  return `${local}+t${ticketId}.${await signatureOf(ctx, String(ticketId))}@${domain}`;
};

/** The ticket of an address that {@link replyAddressOf} made; undefined for any other address. */
export const readReplyAddress = async (
  ctx: Pick<CheckedContext, 'db' | 'config'>,
  address: string,
): Promise<number | undefined> => {
  const [local, domain] = ctx.config.inbound.replyTo?.split('@') ?? [];
  const [, name, id = '', given = '', host] =
    /^([^+@]{1,64})\+t(\d{1,10})\.([a-z2-7]{16})@(.{1,255})$/.exec(address) ?? [];
  if (name === undefined || name !== local || host !== domain || !isId(Number(id))) {
    return undefined;
  }
  return (await isSignature(ctx, String(Number(id)), given)) ? Number(id) : undefined;
};

const isId = (id: number): boolean => id > 0 && id <= 2_147_483_647;

const signatureLength = 16;

const signatureOf = async ({ db }: KeyContext, signed: string): Promise<string> => {
  const key = await getSigningKey(db, 'reply-addresses', randomBytes(32));
  const bytes = createHmac('sha256', key).update(signed).digest();
  return Array.from(
    bytes.subarray(0, signatureLength),
    (byte) => 'abcdefghijklmnopqrstuvwxyz234567'[byte % 32],
  ).join('');
};

const isSignature = async (ctx: KeyContext, signed: string, given: string): Promise<boolean> =>
  timingSafeEqual(Buffer.from(given), Buffer.from(await signatureOf(ctx, signed)));
