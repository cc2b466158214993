import type { InboundOutcome, InboundPage, InboundRow } from '../../db/inbound/inbound.ts';
import * as inbound from '../../db/inbound/inbound.ts';
import { findOriginalOf } from '../../db/inbound/originals.ts';
import type { MailboxPosition } from '../../db/inbound/positions.ts';
import * as positions from '../../db/inbound/positions.ts';
import * as setAsideMails from '../../db/inbound/set-aside.ts';
import { recordAct } from '../audit/service.ts';
import { dayMs } from '../core/civil-time.ts';
import { type CheckedContext, type Context, inTransaction, requireRole } from '../core/context.ts';
import { AppError, orThrow } from '../core/errors.ts';
import { getPage, type Page } from '../core/page.ts';
import type { IngestResult } from './file/record.ts';
import { reread } from './file/reread.ts';
import { ingestMail } from './ingest.ts';
import { readInWorker, showInWorker } from './read-in-worker.ts';
import { readOriginal } from './receive/originals.ts';

/**
 * A page of mails, newest first, and the cursor of the next page or null after the last one.
 * @throws AppError `forbidden`
 */
export const listInbound = async (ctx: Context, page: InboundPage): Promise<Page<InboundRow>> => {
  requireRole(ctx, 'agent');
  return getPage(
    page.limit,
    (limit) => inbound.listInbound(ctx.db, { ...page, limit }),
    ({ id }) => String(id),
  );
};

const maxSource = 20_000;
/** Reading these again would end the thread again, or take as long. */
const isReadable = (reason: string | null) => reason !== 'unreadable' && reason !== 'too-large';

/**
 * A mail with its source. @throws AppError `mail-not-found`, also of one whose source is not kept
 * any more
 */
const getWithSource = async (
  ctx: CheckedContext,
  id: number,
): Promise<{ mail: InboundRow; raw: Buffer }> => {
  const { raw, ...mail } = orThrow(await inbound.findMail(ctx.db, id), 'mail-not-found');
  const original = await findOriginalOf(ctx.db, { inboundId: id });
  const source = original ? await readOriginal(ctx, original) : (raw ?? undefined);
  return { mail, raw: orThrow(source, 'mail-not-found') };
};

/**
 * A mail to look at: as text, with the names of its attachments, if it can be read; and the
 * beginning of its source.
 *
 * @throws AppError `forbidden`; `mail-not-found`, also of one whose source is not kept any more
 */
export const getInbound = async (
  ctx: Context,
  id: number,
): Promise<{
  mail: { subject: string; text: string; attachments: string[] } | null;
  source: string;
}> => {
  requireRole(ctx, 'agent');
  const { mail, raw } = await getWithSource(ctx, id);
  const read = isReadable(mail.reason)
    ? await readInWorker(ctx, raw, `look:${id}`, 'later')
    : ('unreadable' as const);
  return {
    mail:
      typeof read === 'string'
        ? null
        : {
            subject: read.subject,
            text: read.text,
            attachments: read.attachments.map(({ name }) => name),
          },
    source: raw.subarray(0, maxSource).toString(),
  };
};

/**
 * The page of the mail that a message came by, for a sandbox.
 *
 * @throws AppError `forbidden`; `message-not-found`, also of a message whose mail is not kept;
 * `mail-unreadable`
 */
export const showOriginal = async (
  ctx: Context,
  messageId: number,
  signal: AbortSignal,
): Promise<string> => {
  requireRole(ctx, 'agent');
  const original = orThrow(await findOriginalOf(ctx.db, { messageId }), 'message-not-found');
  return showInWorker(ctx, await readOriginal(ctx, original), signal);
};

/**
 * Reads a mail again, by the rules of today: one that was set aside may become a ticket or a
 * message, without the hourly limit of its sender; the text of a message, and the subject that its
 * ticket got from it, are read anew. Of concurrent calls one succeeds.
 *
 * @throws AppError `forbidden`, `mail-not-found`, `mail-unreadable`
 */
export const retryInbound = async (ctx: Context, id: number): Promise<IngestResult> => {
  requireRole(ctx, 'admin');
  const { mail, raw } = await getWithSource(ctx, id);
  if (mail.messageId !== null && !isSetAside(mail)) {
    return reread(ctx, mail, await readInWorker(ctx, raw, `again:${id}`));
  }
  return ingestMail(ctx, raw, { source: 'gateway' }, { retryOf: id, released: false });
};

const isSetAside = ({ outcome }: InboundRow): boolean =>
  setAsideMails.setAsideOutcomes.some((aside) => aside === outcome);

/**
 * Takes a mail that was set aside as a person's, whatever its headers say: it becomes a ticket, or
 * a message of the one it replies to. Of concurrent calls one succeeds.
 *
 * @throws AppError `forbidden`; `mail-not-found`, also of one that is not set aside;
 * `mail-unreadable` if nothing can be made of it
 */
export const releaseInbound = async (ctx: Context, id: number): Promise<{ ticketId: number }> => {
  requireRole(ctx, 'agent');
  const { mail, raw } = await getWithSource(ctx, id);
  if (!isSetAside(mail)) throw new AppError('mail-not-found');
  const { ticketId } = await ingestMail(
    ctx,
    raw,
    { source: 'gateway' },
    { retryOf: id, released: true },
  );
  return { ticketId: orThrow(ticketId, 'mail-unreadable') };
};

/** Marks mails that were set aside as seen. @throws AppError `forbidden` */
export const dismissInbound = async (
  ctx: Context,
  ids: readonly number[],
): Promise<{ dismissed: number }> => {
  requireRole(ctx, 'agent');
  return inTransaction(ctx, async (tx) => {
    const dismissed = await setAsideMails.updateLookedAt(tx.db, ids, tx.now());
    for (const id of dismissed) {
      await recordAct(tx, { action: 'inbound.dismiss', target: `inbound-mail:${id}` });
    }
    return { dismissed: dismissed.length };
  });
};

/**
 * What arrived in the last 24 hours, what was set aside and nobody has looked at, and how far the
 * mailbox has been read. @throws AppError `forbidden`
 */
export const inboundStatus = async (
  ctx: Context,
): Promise<{
  mailbox: string | null;
  position: (MailboxPosition & { readAt: Date }) | null;
  lastDay: { outcome: InboundOutcome; count: number }[];
  unseen: { reason: string; count: number }[];
}> => {
  requireRole(ctx, 'agent');
  const name = ctx.mailbox?.name ?? null;
  const since = new Date(ctx.now().getTime() - dayMs);
  return {
    mailbox: name,
    position: (name !== null && (await positions.findPosition(ctx.db, name))) || null,
    lastDay: await inbound.countInbound(ctx.db, since),
    unseen: await setAsideMails.countUnseen(ctx.db),
  };
};
