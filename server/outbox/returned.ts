import type { MailPlace } from '../../db/outbox/outbox.ts';
import { updateNotice } from '../../db/tickets/messages.ts';
import type { TxContext } from '../core/context.ts';
import { setTicketStatus } from '../tickets/service.ts';

/**
 * Handles a mail that did not reach the reader, or whom it was forwarded to: adds a notice to its
 * message or note and opens its ticket. The status of the mail puts it into the queue.
 */
export const handleReturnedMail = async (
  tx: TxContext,
  mail: MailPlace,
  notice: string,
): Promise<void> => {
  await updateNotice(tx.db, mail, notice);
  await setTicketStatus(tx, mail.ticketId, 'open');
};
