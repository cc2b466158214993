import { markBounced } from '../../db/outbox/attempts.ts';
import type { TxContext } from '../core/context.ts';
import { handleReturnedMail } from '../outbox/returned.ts';
import { isSignedMailId, readMailId } from '../outbox/signed-ids.ts';
import type { Bounce } from './bounce-report.ts';
import { type Arrival, type Ingested, type KnownMail, setAside } from './store.ts';

/**
 * Marks our mail as bounced, notes it on its message, and reopens the ticket so that an agent sees
 * it: once for each mail. A bounce that names one of ours without its signature goes to quarantine;
 * anybody may have written it.
 */
export const takeBounce = async (
  tx: TxContext,
  known: KnownMail,
  bounce: Bounce | undefined,
  arrival: Arrival,
): Promise<Ingested> => {
  const isOurs = bounce && readMailId(bounce.mailId)?.domain === tx.mail?.domain;
  if (isOurs && !(await isSignedMailId(tx, bounce.mailId))) {
    return setAside(tx, known, { outcome: 'quarantined', reason: 'unsigned-bounce' }, arrival);
  }
  const stored = await setAside(tx, known, { outcome: 'ignored', reason: 'bounce' }, arrival);
  if (stored.outcome !== 'ignored' || !bounce?.failed) return stored;
  const bounced = await markBounced(tx.db, bounce.mailId, bounce.reason);
  if (!bounced) return stored;
  await handleReturnedMail(tx, bounced, `E-mail devolvido: ${bounce.reason}`);
  const { ticketId, messageId } = bounced;
  return { ...stored, ticketId, ...(messageId !== null && { messageId }) };
};
