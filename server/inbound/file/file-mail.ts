import * as inbound from '../../../db/inbound/inbound.ts';
import { recordAct } from '../../audit/service.ts';
import { hourMs } from '../../core/civil-time.ts';
import { type CheckedContext, inTransaction, type TxContext } from '../../core/context.ts';
import { toAppError } from '../../core/errors.ts';
import { opensAnother } from '../../tickets/service.ts';
import type { ReadMail } from '../read/mail.ts';
import { type Answered, lockAnswered } from './answered.ts';
import { addFiles, removeUncommitted, type StagedFile, stageFiles } from './files.ts';
import {
  judge,
  type MailDecision,
  type MailRecord,
  mailRecordOf,
  type PersonMail,
  type Unread,
} from './judge.ts';
import { advancePosition, type IngestResult, type ReceivedMail, recordMail } from './record.ts';
import { fileBounce, removeSetAside, setAside } from './set-aside.ts';
import {
  addAutomatic,
  addNoteOfAnswer,
  addNoteOfColleague,
  addReply,
  openTicket,
  type Written,
} from './ticket.ts';

interface Filing {
  record: MailRecord;
  verdict: MailDecision;
  files: readonly StagedFile[];
  arrival: ReceivedMail;
}

/** These errors are rethrown, because the mail did not cause them. */
const rethrownCodes = new Set(['unavailable', 'mail-not-found']);

/**
 * Turns a mail into a ticket, a message, a note or a bounce, or sets it aside, in one transaction with its
 * files and its position in the mailbox. A mail that the database rejects is quarantined, so that it does
 * not block later mails.
 * @throws AppError `unavailable`; `mail-not-found` if the mail of a retry is no longer set aside
 */
export const fileMail = async (
  ctx: CheckedContext,
  mail: ReadMail | Unread,
  hash: string,
  arrival: ReceivedMail,
): Promise<IngestResult> => {
  const record = mailRecordOf(mail, hash);
  const verdict = judge(mail, { released: arrival.retry?.released ?? false });
  const files = verdict.as === 'person' ? await stageFiles(ctx, verdict.mail.attachments) : [];
  try {
    return await fileUnmoved(ctx, { record, verdict, files, arrival });
  } catch (error) {
    if (rethrownCodes.has(toAppError(error).code)) throw error;
    ctx.log.error({ err: error }, 'ingesting a mail failed');
    return await fileUnmoved(ctx, {
      record: mailRecordOf('unreadable', hash),
      verdict: { as: 'quarantined', reason: 'failed' },
      files: [],
      arrival,
    });
  } finally {
    await removeUncommitted(ctx, files);
  }
};

/** Repeats the transaction if the ticket is merged, erased or reassigned before it is locked. */
const fileUnmoved = async (ctx: CheckedContext, filing: Filing): Promise<IngestResult> => {
  for (;;) {
    const filed = await inTransaction(ctx, (tx) => file(tx, filing));
    if (filed === 'moved') continue;
    ctx.metrics.inboundMail(filed.outcome);
    return filed;
  }
};

const file = async (tx: TxContext, filing: Filing): Promise<IngestResult | 'moved'> => {
  const { record, arrival } = filing;
  const verdict = await withLimit(tx, filing);
  const isAutomatic = verdict.as === 'automatic';
  const answered =
    verdict.as === 'person' || isAutomatic
      ? await lockAnswered(tx, verdict.mail, { isAutomatic })
      : undefined;
  if (answered === 'moved') return 'moved';
  if (arrival.retry) await removeSetAside(tx, arrival.retry);
  await advancePosition(tx, arrival.origin);
  switch (verdict.as) {
    case 'person':
      return filePersonMail(tx, filing, verdict.mail, answered);
    case 'automatic':
      return fileAutomatic(tx, filing, verdict, answered);
    case 'bounce':
      return fileBounce(tx, record, verdict.mail.bounce, arrival);
    default:
      return setAside(tx, record, { outcome: verdict.as, reason: verdict.reason }, arrival);
  }
};

/**
 * More mails from one sender in an hour mean a loop or a flood, and go to quarantine. Mails that the mail
 * server vouches for are counted separately.
 */
const maxMailsPerSenderHour = 30;

const withLimit = async (tx: TxContext, { verdict, arrival }: Filing): Promise<MailDecision> => {
  if ((verdict.as !== 'person' && verdict.as !== 'automatic') || arrival.retry) return verdict;
  const { person, verified } = verdict.mail;
  const since = new Date(tx.now().getTime() - hourMs);
  const sent = await inbound.countInboundOf(tx.db, {
    sender: person?.address ?? '',
    verified,
    since,
  });
  return sent < maxMailsPerSenderHour ? verdict : { as: 'quarantined', reason: 'too-many' };
};

const filePersonMail = async (
  tx: TxContext,
  { record, files, arrival }: Filing,
  mail: PersonMail,
  answered: Answered | undefined,
): Promise<IngestResult> => {
  const opens = opensTicket(tx, answered);
  const outcome = opens ? 'new-ticket' : 'reply';
  const reason = mail.seal ?? null;
  const id = await recordMail(tx, record, { outcome, reason }, arrival);
  if (id === undefined) return { outcome: 'duplicate' };
  const written = await write(tx, mail, answered, opens);
  const { ticketId, messageId, noteId } = written;
  await addFiles(tx, written, files);
  await inbound.updateInbound(tx.db, id, {
    ticket_id: ticketId,
    message_id: messageId,
    note_id: noteId,
  });
  await recordAct(tx, {
    action: 'inbound.ingest',
    target: `ticket:${ticketId}`,
    ...(noteId !== null && { changes: [{ field: 'notes', after: noteId }] }),
  });
  return {
    outcome,
    ticketId,
    ...(messageId !== null && { messageId }),
    ...(reason !== null && { reason }),
  };
};

/** Adds an automatic mail to the ticket that it answers; without one, sets it aside. */
const fileAutomatic = async (
  tx: TxContext,
  { record, arrival }: Filing,
  { mail, reason }: MailDecision & { as: 'automatic' },
  answered: Answered | undefined,
): Promise<IngestResult> => {
  if (answered === undefined || !('ticket' in answered)) {
    return reason === 'bounce'
      ? fileBounce(tx, record, mail.bounce, arrival)
      : setAside(tx, record, { outcome: 'ignored', reason }, arrival);
  }
  const outcome = 'automatic';
  const id = await recordMail(tx, record, { outcome, reason }, arrival);
  if (id === undefined) return { outcome: 'duplicate' };
  const { ticketId, messageId } = await addAutomatic(tx, mail, answered.ticket);
  await inbound.updateInbound(tx.db, id, { ticket_id: ticketId, message_id: messageId });
  await recordAct(tx, { action: 'inbound.ingest', target: `ticket:${ticketId}` });
  return { outcome, ticketId, ...(messageId !== null && { messageId }), reason };
};

const opensTicket = (tx: TxContext, answered: Answered | undefined): boolean => {
  if (answered === undefined) return true;
  return 'ticket' in answered && !answered.isColleague && opensAnother(tx, answered.ticket);
};

const write = (
  tx: TxContext,
  mail: PersonMail,
  answered: Answered | undefined,
  opens: boolean,
): Promise<Written> => {
  if (answered === undefined) return openTicket(tx, mail, undefined);
  if ('noteId' in answered) return addNoteOfAnswer(tx, mail, answered);
  if (answered.isColleague) return addNoteOfColleague(tx, mail, answered.ticket.id);
  return opens ? openTicket(tx, mail, answered.ticket) : addReply(tx, mail, answered.ticket);
};
