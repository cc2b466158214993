import * as outbox from '../../db/outbox/outbox.ts';
import type { MailStatus } from '../../db/schema.ts';
import type { CheckedContext } from '../core/context.ts';

/** What became of a message's mail; `saved`: there is no mail, or it was dropped. */
export type MailState = 'saved' | 'waiting' | 'mailed' | 'failed' | 'returned';

const states: Record<MailStatus, MailState> = {
  pending: 'waiting',
  sending: 'waiting',
  sent: 'mailed',
  // It may have arrived; an operator decides.
  unknown: 'failed',
  failed: 'failed',
  bounced: 'returned',
  dropped: 'saved',
};

/** Undefined: no mail. */
export const mailStateOf = (status: MailStatus | undefined): MailState =>
  status === undefined ? 'saved' : states[status];

export const findMailStateById = async (
  { db }: CheckedContext,
  mailId: number,
): Promise<MailState> => mailStateOf((await outbox.findMail(db, mailId))?.status);

export const findMailState = async (
  { db }: CheckedContext,
  messageId: number,
): Promise<MailState> => mailStateOf((await outbox.findMailOfMessage(db, messageId))?.status);
