import * as setAsideMails from '../../../db/inbound/set-aside.ts';
import { markBounced } from '../../../db/outbox/attempts.ts';
import { recordAct } from '../../audit/service.ts';
import type { TxContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { handleReturnedMail } from '../../outbox/returned-mail.ts';
import { isSignedMailId, readMailId } from '../../outbox/signed-ids.ts';
import { readReminderMailId } from '../../reminders/links.ts';
import { handleReturnedReminder } from '../../reminders/service.ts';
import type { Bounce } from '../read/bounce-report.ts';
import type { MailRecord } from './judge.ts';
import {
  type IngestResult,
  type Outcome,
  type ReceivedMail,
  type Reprocessing,
  recordMail,
} from './record.ts';

/** Stores a mail that becomes neither ticket nor message; `inbound.list` shows it. */
export const setAside = async (
  tx: TxContext,
  mail: MailRecord,
  { outcome, reason }: Outcome & { reason: string },
  arrival: ReceivedMail,
): Promise<IngestResult> => {
  const id = await recordMail(tx, mail, { outcome, reason }, arrival);
  if (id === undefined) return { outcome: 'duplicate' };
  if (outcome === 'quarantined') await boundQuarantine(tx, reason);
  return { outcome, reason };
};

/** The maximum of mails and bytes in the quarantine, because strangers can fill it. */
const quarantineLimit = { mails: 1_000, bytes: 512 * 1_048_576 };

/** Deletes the oldest mails if the quarantine is full. */
const boundQuarantine = async (tx: TxContext, reason: string): Promise<void> => {
  tx.log.warn({ reason }, 'a mail is in quarantine');
  const mails = await setAsideMails.deleteOldestQuarantined(tx.db, quarantineLimit);
  if (mails > 0) tx.log.error({ mails }, 'the quarantine is full: its oldest mails are deleted');
};

/**
 * Deletes the row of a mail that is read again; the mail then gets a new row.
 * @throws AppError `mail-not-found` if it is no longer set aside
 */
export const removeSetAside = async (
  tx: TxContext,
  { retryOf, released }: Reprocessing,
): Promise<void> => {
  if (!(await setAsideMails.deleteSetAside(tx.db, retryOf))) throw new AppError('mail-not-found');
  const action = released ? 'inbound.release' : 'inbound.retry';
  await recordAct(tx, { action, target: `inbound-mail:${retryOf}` });
};

/**
 * Marks our mail as bounced, adds a notice to its message, and reopens the ticket, once for each mail; a
 * reminder is turned off. A bounce that names one of our mails without its signature goes to quarantine,
 * because anybody may have written it.
 */
export const fileBounce = async (
  tx: TxContext,
  mail: MailRecord,
  bounce: Bounce | undefined,
  arrival: ReceivedMail,
): Promise<IngestResult> => {
  const isOurs = bounce && readMailId(bounce.mailId)?.domain === tx.mail?.domain;
  if (isOurs && !(await isSignedMailId(tx, bounce.mailId))) {
    return setAside(tx, mail, { outcome: 'quarantined', reason: 'unsigned-bounce' }, arrival);
  }
  const stored = await setAside(tx, mail, { outcome: 'ignored', reason: 'bounce' }, arrival);
  if (stored.outcome !== 'ignored' || !bounce?.failed) return stored;
  const reminder = await readReminderMailId(tx, bounce.mailId);
  if (reminder) await handleReturnedReminder(tx, reminder);
  const bounced = await markBounced(tx.db, bounce.mailId, bounce.reason);
  if (!bounced) return stored;
  await handleReturnedMail(tx, bounced, `E-mail devolvido: ${bounce.reason}`);
  const { ticketId, messageId } = bounced;
  return { ...stored, ticketId, ...(messageId !== null && { messageId }) };
};
