import type { MailPlace } from '../../db/outbox/outbox.ts';
import { updateNotice } from '../../db/tickets/messages.ts';
import type { TxContext } from '../core/context.ts';
import { changeStatus } from '../ticket-status/change.ts';

/**
 * Handles a mail that did not arrive: adds a notice to its message or note and opens its ticket. The mail's
 * status puts the ticket in the queue.
 */
export const handleReturnedMail = async (
  tx: TxContext,
  mail: MailPlace,
  notice: string,
): Promise<void> => {
  await updateNotice(tx.db, mail, notice);
  await changeStatus(tx, mail.ticketId, 'open');
};
