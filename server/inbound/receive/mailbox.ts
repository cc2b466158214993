import { findPosition, type MailboxPosition } from '../../../db/inbound/positions.ts';
import type { CheckedContext } from '../../core/context.ts';

/** Takes a mail and stores its position with its outcome; `raw` is undefined if the mail is too large. */
export type TakeMail = (raw: Buffer | undefined, position: MailboxPosition) => Promise<unknown>;

/** Reads the mailbox from its position, then new mails as they arrive, until the signal aborts. */
export const readMailbox = async (
  ctx: CheckedContext,
  take: TakeMail,
  signal: AbortSignal,
): Promise<void> => {
  const { mailbox } = ctx;
  if (!mailbox) return;
  const position = await findPosition(ctx.db, mailbox.name);
  await mailbox.read(
    position,
    async ({ uidValidity, uid, raw }) => {
      await take(raw, { mailbox: mailbox.name, uidValidity, lastUid: uid });
    },
    signal,
  );
};
