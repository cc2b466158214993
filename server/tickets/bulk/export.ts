import * as exported from '../../../db/tickets/exported.ts';
import { recordAct } from '../../audit/service.ts';
import { type Context, inTransaction, requireRole } from '../../core/context.ts';
import type { Page } from '../../core/page.ts';

/** A page ends after this many bytes of texts; a longer ticket is a page of its own. */
const pageBytes = 4_194_304;

/**
 * Exports tickets that were opened on civil days, oldest first, as `tickets.import` takes them; merged ones
 * are in the ticket that took them. Each page is an act in the trail.
 */
export const exportTickets = (
  ctx: Context,
  input: {
    from: string;
    to: string;
    messages: boolean;
    cursor?: string | undefined;
    limit: number;
  },
): Promise<Page<exported.ExportedTicketRow>> => {
  requireRole(ctx, 'admin');
  const { from, to, messages, cursor: after, limit } = input;
  return inTransaction(ctx, async (tx) => {
    const rows = await exported.listExported(tx.db, { from, to, after, limit: limit + 1 });
    let bytes = 0;
    const page = rows.slice(0, limit).filter((row, index) => {
      bytes += row.bytes;
      return index === 0 || !messages || bytes <= pageBytes;
    });
    const ids = page.map(({ id }) => id);
    const items = await exported.readExported(tx.db, ids, { texts: messages });
    const changes = [{ field: 'tickets', after: items.length }];
    await recordAct(tx, { action: 'tickets.export', target: `period:${from}..${to}`, changes });
    const nextCursor = page.length < rows.length ? (page.at(-1)?.cursor ?? null) : null;
    return { items, nextCursor };
  });
};
