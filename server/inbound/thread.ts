import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { getSigningKey } from '../../db/signing-keys.ts';
import { findCurrentTicket, type TicketRow } from '../../db/tickets.ts';
import type { CheckedContext, Context } from '../context.ts';
import type { ReadMail } from './parse.ts';

const signatureLength = 16;

/**
 * The address that replies to a ticket's mails go to: the configured one with a plus-tag that only this service can make.
 * Undefined without `MAIL_REPLY_TO`.
 */
export const replyAddressOf = async (
  ctx: Pick<Context, 'db' | 'config'>,
  ticketId: number,
): Promise<string | undefined> => {
  const { replyTo } = ctx.config.inbound;
  if (replyTo === undefined) return undefined;
  const [local, domain] = replyTo.split('@');
  return `${local}+t${ticketId}.${await signatureOf(ctx, ticketId)}@${domain}`;
};

/**
 * The ticket that a mail replies to: by the Message-IDs of our own mails if the ticket's requester sent it (they are easy to
 * guess), else by a signed plus-address, which lets a reply come from another address. Never by the subject.
 */
export const findRepliedTicket = async (
  ctx: CheckedContext,
  mail: ReadMail,
): Promise<TicketRow | undefined> => {
  for (const recipient of mail.recipients) {
    const id = await readReplyAddress(ctx, recipient);
    const ticket = id === undefined ? undefined : await findCurrentTicket(ctx.db, id);
    if (ticket) return ticket;
  }
  for (const id of ticketIdsOf(mail.references, ctx.mail?.domain)) {
    const ticket = await findCurrentTicket(ctx.db, id);
    if (ticket && ticket.requesterEmail === mail.sender?.address) return ticket;
  }
  return undefined;
};

const ownMessageId = /^<ticket-(\d{1,10})(?:\.message-\d{1,10})?@([^\s<>@]{1,255})>$/;

const ticketIdsOf = (references: readonly string[], domain: string | undefined): Set<number> =>
  new Set(
    references.flatMap((reference) => {
      const [, id, host] = ownMessageId.exec(reference) ?? [];
      return host !== undefined && host === domain && isId(Number(id)) ? [Number(id)] : [];
    }),
  );

const readReplyAddress = async (ctx: Context, address: string): Promise<number | undefined> => {
  const [local, domain] = ctx.config.inbound.replyTo?.split('@') ?? [];
  const [, name, id, given = '', host] =
    /^([^+@]{1,64})\+t(\d{1,10})\.([a-z2-7]{16})@(.{1,255})$/.exec(address) ?? [];
  if (name === undefined || name !== local || host !== domain || !isId(Number(id))) {
    return undefined;
  }
  const signature = await signatureOf(ctx, Number(id));
  return timingSafeEqual(Buffer.from(given), Buffer.from(signature)) ? Number(id) : undefined;
};

const isId = (id: number): boolean => id > 0 && id <= 2_147_483_647;

const signatureOf = async ({ db }: Pick<Context, 'db'>, ticketId: number): Promise<string> => {
  const key = await getSigningKey(db, 'reply-addresses', randomBytes(32));
  const bytes = createHmac('sha256', key).update(String(ticketId)).digest();
  return Array.from(
    bytes.subarray(0, signatureLength),
    (byte) => 'abcdefghijklmnopqrstuvwxyz234567'[byte % 32],
  ).join('');
};
