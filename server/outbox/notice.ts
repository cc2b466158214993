import type { CheckedContext } from '../core/context.ts';
import { AppError, orThrow } from '../core/errors.ts';
import { plainText } from '../markup/text.ts';
import { htmlDocument } from './message.ts';

interface Notice {
  /** The part of the Message-ID before the `@`; a repeated one is the same mail. */
  id: string;
  to: readonly [string, ...string[]];
  subject: string;
  html: string;
}

/** Throws if no mail can leave now. @throws AppError `mail-not-configured`, also while mail is paused */
export const requireMail = ({ mail }: Pick<CheckedContext, 'mail'>) =>
  orThrow(mail?.paused ? undefined : mail, 'mail-not-configured');

/**
 * Mails people of the team at once, outside the outbox. A mail that may have arrived counts as sent.
 * @throws AppError `mail-not-configured`, `mail-not-sent` with the outcome as its state
 */
export const sendNotice = async (
  ctx: CheckedContext,
  { id, to: [address, ...copies], subject, html }: Notice,
  deadline?: AbortSignal,
): Promise<void> => {
  const smtp = requireMail(ctx);
  const result = await smtp.send(
    {
      mailId: `<${id}@${smtp.domain}>`,
      to: { address, name: null },
      cc: copies.map((email) => ({ email, name: null })),
      subject,
      text: plainText(html),
      html: htmlDocument(html),
      automatic: true,
      thread: [],
    },
    deadline,
  );
  if (result.outcome === 'sent') return;
  // A second mail would be worse than none.
  if (result.outcome === 'unknown')
    ctx.log.warn({ result, subject }, 'a mail may not have arrived');
  else throw new AppError('mail-not-sent', { detail: result.reason, state: result.outcome });
};
