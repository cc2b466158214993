import type { CheckedContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { isSignature, openSigner } from '../outbox/signed-ids.ts';

/** A reminder and the day (`YYYY-MM-DD`) for which it was mailed. */
export interface ReminderMail {
  id: string;
  day: string;
}

const mailNameOf = ({ id, day }: ReminderMail): string => `reminder-${id}.${day}`;
const linkNameOf = (id: string): string => `reminder-${id}.unsubscribe`;

export const unsubscribePath = '/streaks/reminder/unsubscribe';

/** Returns functions that make the Message-ID of a mail, and the address that turns its reminder off. */
export const openReminderNames = async (ctx: CheckedContext) => {
  const sign = await openSigner(ctx);
  const { streaksPublicUrl, publicUrl } = ctx.config;
  return {
    mailIdOf: (mail: ReminderMail, domain: string): string => {
      const name = mailNameOf(mail);
      return `<${name}.${sign(name)}@${domain}>`;
    },
    linkOf: (id: string): string =>
      `${streaksPublicUrl ?? publicUrl}${unsubscribePath}?token=${id}.${sign(linkNameOf(id))}`,
  };
};

/** Verifies a Message-ID of a reminder; undefined if it names none of ours. */
export const readReminderMailId = async (
  ctx: CheckedContext,
  mailId: string,
): Promise<ReminderMail | undefined> => {
  const [, id, day, signature, domain] =
    /^<reminder-(\d{1,18})\.(\d{4}-\d\d-\d\d)\.([a-z2-7]{16})@([^\s<>@]{1,255})>$/.exec(mailId) ??
    [];
  if (!id || !day || !signature || domain !== ctx.mail?.domain) return undefined;
  return (await isSignature(ctx, mailNameOf({ id, day }), signature)) ? { id, day } : undefined;
};

/**
 * Verifies the token of a link and returns the reminder's id. A token never expires.
 * @throws AppError `invalid-token`
 */
export const readUnsubscribeToken = async (ctx: CheckedContext, token: string): Promise<string> => {
  const [, id, signature] = /^(\d{1,18})\.([a-z2-7]{16})$/.exec(token) ?? [];
  if (!id || !signature || !(await isSignature(ctx, linkNameOf(id), signature))) {
    throw new AppError('invalid-token');
  }
  return id;
};
