import { updateNotice } from '../../db/tickets/tickets.ts';
import type { TxContext } from '../context.ts';
import { setTicketStatus } from '../tickets/service.ts';

/**
 * Handles a mail that did not reach the reader: adds a note to its message and opens its ticket.
 * The status of the mail puts it into the queue.
 */
export const handleReturnedMail = async (
  tx: TxContext,
  { ticketId, messageId }: { ticketId: number; messageId: number },
  notice: string,
): Promise<void> => {
  await updateNotice(tx.db, messageId, notice);
  await setTicketStatus(tx, ticketId, 'open');
};
