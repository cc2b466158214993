import type { InboundRow } from '../../db/inbound/inbound.ts';
import { markBounced } from '../../db/outbox/outbox.ts';
import type { TxContext } from '../context.ts';
import { handleReturnedMail } from '../outbox/returned.ts';
import { isSignedMailId, readMailId } from '../outbox/signed-ids.ts';
import type { Bounce } from './classify.ts';
import { type Ingested, quarantineMail, type StoredMail, storeMail } from './store.ts';

/**
 * Marks our mail as bounced, notes it on its message, and reopens the ticket so that an agent sees it: once for each mail. A bounce that names
 * one of ours without its signature goes to quarantine; anybody may have written it.
 */
export const takeBounce = async (
  tx: TxContext,
  bounce: Bounce | undefined,
  mail: Omit<StoredMail, 'outcome' | 'reason'> & { raw: Buffer },
  source: InboundRow['source'],
): Promise<Ingested> => {
  const isOurs = bounce && readMailId(bounce.mailId)?.domain === tx.mail?.domain;
  if (isOurs && !(await isSignedMailId(tx, bounce.mailId))) {
    return quarantineMail(tx, { ...mail, reason: 'unsigned-bounce' }, source);
  }
  const ignored = { ...mail, raw: null, outcome: 'ignored', reason: 'bounce' } as const;
  const stored = await storeMail(tx, ignored, source);
  if (stored.outcome !== 'ignored' || !bounce?.failed) return stored;
  const bounced = await markBounced(tx.db, bounce.mailId, bounce.reason);
  if (!bounced) return stored;
  await handleReturnedMail(tx, bounced, `E-mail devolvido: ${bounce.reason}`);
  return { ...stored, ...bounced };
};
