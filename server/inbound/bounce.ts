import type { InboundRow } from '../../db/inbound.ts';
import * as inbound from '../../db/inbound.ts';
import type { TxContext } from '../context.ts';
import { setTicketStatus } from '../tickets/service.ts';
import { readBounce } from './classify.ts';
import type { ReadMail } from './parse.ts';
import { type Ingested, type StoredMail, storeMail } from './store.ts';

/** Marks our mail as bounced, notes it on its message, and reopens the ticket so that an agent sees it. */
export const takeBounce = async (
  tx: TxContext,
  mail: ReadMail,
  base: Omit<StoredMail, 'outcome' | 'reason'>,
  source: InboundRow['source'],
): Promise<Ingested> => {
  const stored = await storeMail(tx, { ...base, outcome: 'ignored', reason: 'bounce' }, source);
  const bounce = stored.outcome === 'ignored' ? readBounce(mail) : undefined;
  if (!bounce?.failed) return stored;
  const bounced = await inbound.markBounced(tx.db, bounce.mailId, bounce.reason);
  if (!bounced) return stored;
  await inbound.updateMessageExtras(tx.db, bounced.messageId, {
    notice: `E-mail devolvido: ${bounce.reason}`,
  });
  await setTicketStatus(tx, bounced.ticketId, 'open');
  return { ...stored, ...bounced };
};
