import * as outbox from '../../db/outbox/outbox.ts';
import type { MailStatus } from '../../db/schema.ts';
import type { CheckedContext } from '../core/context.ts';
import type { MailState } from './outputs.ts';

const states: Record<MailStatus, MailState> = {
  pending: 'waiting',
  sending: 'waiting',
  sent: 'mailed',
  // The mail may have arrived, so an operator decides.
  unknown: 'failed',
  failed: 'failed',
  bounced: 'returned',
  dropped: 'saved',
};

/** Returns the state of a message's mail; an undefined status means no mail. */
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
