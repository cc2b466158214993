import type { z } from 'zod';
import type { InboundPage, InboundRow } from '../../db/inbound/inbound.ts';
import * as inbound from '../../db/inbound/inbound.ts';
import { findOriginalOf } from '../../db/inbound/originals.ts';
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
import type { InboundStatus, MailText } from './outputs.ts';
import { readInWorker, showInWorker } from './read-in-worker.ts';
import { readOriginal } from './receive/originals.ts';

/**
 * Lists a page of mails, newest first, with the next cursor (null on the last page).
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
/** Returns false for mails that would crash the thread or take too long again. */
const isReadable = (reason: string | null) => reason !== 'unreadable' && reason !== 'too-large';

/** Returns a mail with its source. @throws AppError `mail-not-found`, also if the source was deleted */
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
 * Returns a mail to view: its text and the names of its attachments, if it can be read, and the beginning of
 * its source.
 * @throws AppError `forbidden`; `mail-not-found`, also if the source was deleted
 */
export const getInbound = async (ctx: Context, id: number): Promise<z.infer<typeof MailText>> => {
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
 * Returns the page of a message's mail, for a sandbox.
 * @throws AppError `forbidden`; `message-not-found`, also if the mail was deleted; `mail-unreadable`
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
 * Reads a mail again by the current rules. A set-aside mail may become a ticket or a message, without its
 * sender's hourly limit. Of a message's mail, the message's text and the ticket's subject are replaced. One
 * of concurrent calls succeeds.
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
 * Treats a set-aside mail as a person's, whatever its headers say: it becomes a ticket, or a message of the
 * ticket that it replies to. One of concurrent calls succeeds.
 * @throws AppError `forbidden`; `mail-not-found`, also if it is not set aside; `mail-unreadable` if it
 * cannot be parsed
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

/** Marks set-aside mails as seen. @throws AppError `forbidden` */
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
 * Returns the arrivals of the last 24 hours, the set-aside mails that nobody viewed, and how far the mailbox
 * was read. @throws AppError `forbidden`
 */
export const inboundStatus = async (ctx: Context): Promise<z.infer<typeof InboundStatus>> => {
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
