import { returnToQueue, updateMessageExtras } from '../../db/tickets.ts';
import type { TxContext } from '../context.ts';
import { setTicketStatus } from '../tickets/service.ts';

/** A mail that did not reach the reader comes back: a note stands on its message, and its ticket is open and in the queue. */
export const takeBack = async (
  tx: TxContext,
  { ticketId, messageId }: { ticketId: number; messageId: number },
  notice: string,
): Promise<void> => {
  await updateMessageExtras(tx.db, messageId, { notice });
  await setTicketStatus(tx, ticketId, 'open');
  await returnToQueue(tx.db, ticketId);
};
