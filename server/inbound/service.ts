import type { InboundOutcome, InboundRow, MailboxPosition } from '../../db/inbound/inbound.ts';
import * as inbound from '../../db/inbound/inbound.ts';
import { dayMs } from '../civil-time.ts';
import { type Context, requireRole } from '../context.ts';
import { orThrow } from '../errors.ts';
import { getPage, type Page } from '../page.ts';
import { ingestMail } from './ingest.ts';
import { readInThread } from './reader.ts';
import type { Ingested } from './store.ts';

/** A page of mails, newest first, and the cursor of the next page or null after the last one. @throws AppError `forbidden` */
export const listInbound = async (
  ctx: Context,
  page: { outcome?: InboundOutcome | undefined; beforeId?: number | undefined; limit: number },
): Promise<Page<InboundRow>> => {
  requireRole(ctx.actor, 'agent');
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
 * A quarantined mail to look at: as text, with the names of its attachments, if it can be read; and the beginning of its source.
 *
 * @throws AppError `forbidden`, `mail-not-found`
 */
export const getQuarantined = async (
  ctx: Context,
  id: number,
): Promise<{
  mail: { subject: string; text: string; attachments: string[] } | null;
  source: string;
}> => {
  requireRole(ctx.actor, 'admin');
  const { raw, reason } = orThrow(await inbound.findQuarantined(ctx.db, id), 'mail-not-found');
  const read = isReadable(reason) ? await readInThread(ctx, raw) : 'unreadable';
  return {
    mail:
      typeof read === 'string'
        ? null
        : {
            subject: read.subject,
            text: [read.text, read.folded ?? ''].join('\n\n').trim(),
            attachments: read.attachments.map(({ name }) => name),
          },
    source: raw.subarray(0, maxSource).toString(),
  };
};

/**
 * Reads a quarantined mail again; the hourly limit of its sender does not apply. Of concurrent calls one succeeds.
 *
 * @throws AppError `forbidden`, `mail-not-found`
 */
export const retryQuarantined = async (ctx: Context, id: number): Promise<Ingested> => {
  requireRole(ctx.actor, 'admin');
  const { raw } = orThrow(await inbound.findQuarantined(ctx.db, id), 'mail-not-found');
  return ingestMail(ctx, raw, { source: 'gateway' }, { retryOf: id });
};

/** What arrived in the last 24 hours, and how far the mailbox has been read. @throws AppError `forbidden` */
export const inboundStatus = async (
  ctx: Context,
): Promise<{
  mailbox: string | null;
  position: (MailboxPosition & { readAt: Date }) | null;
  lastDay: { outcome: InboundOutcome; count: number }[];
}> => {
  requireRole(ctx.actor, 'agent');
  const name = ctx.mailbox?.name ?? null;
  const since = new Date(ctx.now().getTime() - dayMs);
  return {
    mailbox: name,
    position: (name !== null && (await inbound.findPosition(ctx.db, name))) || null,
    lastDay: await inbound.countInbound(ctx.db, since),
  };
};
