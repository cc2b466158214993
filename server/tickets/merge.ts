import { updatePersonOf } from '../../db/people/ticket-erasure.ts';
import { discardPendingDrafts } from '../../db/replies/drafts.ts';
import { lockTickets, updateStatuses } from '../../db/tickets/bulk.ts';
import * as merging from '../../db/tickets/merge.ts';
import { touchTickets } from '../../db/tickets/tickets.ts';
import { recordAct } from '../audit/service.ts';
import { type ConfirmOptions, type Counted, counted, onlyCounts } from '../core/confirm.ts';
import { type Context, inTransaction, requireRole } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { lockUnmerged, requireUnerased } from '../ticket-status/lock.ts';
import { emitEvent } from '../webhooks/events.ts';

const outdated = { code: 'merge-outdated', what: 'records would move' } as const;

/**
 * Moves all contents of a ticket to another, discards its pending drafts and closes it; this cannot be
 * undone. Only counts unless `expected` is the total. Attachments become visible to the other requester, so
 * tickets of two people need `differentRequesters`.
 * @throws AppError `ticket-not-found`, `ticket-merged`, `requesters-differ`; `ticket-closed` into an erased
 * ticket; `invalid-request` for one ticket twice; `merge-outdated` if the total differs from `expected`
 */
export const mergeTickets = (
  ctx: Context,
  ids: { fromId: number; intoId: number },
  { differentRequesters, ...confirm }: { differentRequesters: boolean } & ConfirmOptions,
): Promise<Counted> => {
  requireRole(ctx, 'agent');
  const { fromId, intoId } = ids;
  if (fromId === intoId) {
    throw new AppError('invalid-request', { detail: 'fromId and intoId are the same ticket' });
  }
  return inTransaction(ctx, async (tx) => {
    // The order of ids prevents deadlocks between two merges of the same tickets.
    await lockTickets(tx.db, [fromId, intoId]);
    const from = await lockUnmerged(tx, fromId);
    const into = await lockUnmerged(tx, intoId);
    await requireUnerased(tx, intoId);
    if (!differentRequesters && from.requesterEmail !== into.requesterEmail) {
      throw new AppError('requesters-differ', {
        detail: 'tickets of two people need `differentRequesters`',
      });
    }
    const records = await merging.countTicketContents(tx.db, fromId);
    const merge = counted(false, records);
    if (onlyCounts(merge.total, confirm, outdated)) return { ...merge, dryRun: true };
    if (from.requesterEmail && from.requesterEmail !== into.requesterEmail) {
      await updatePersonOf(tx.db, fromId, from.requesterEmail);
    }
    await merging.moveTicketContents(tx.db, ids);
    for (const draftId of await discardPendingDrafts(tx.db, fromId, tx.now())) {
      await recordAct(tx, { action: 'replies.drafts.discard', target: `draft:${draftId}` });
    }
    await merging.updateMergedInto(tx.db, { ...ids, updatedAt: tx.now() });
    await touchTickets(tx.db, [intoId], tx.now());
    await updateStatuses(tx.db, [fromId], { status: 'closed', updatedAt: tx.now() });
    await emitEvent(tx, 'ticket.merged', ids);
    const changes = [{ field: 'mergedInto', after: intoId }];
    await recordAct(tx, { action: 'tickets.merge', target: `ticket:${fromId}`, changes });
    const mergedFrom = [{ field: 'mergedFrom', after: fromId }];
    await recordAct(tx, {
      action: 'tickets.merge',
      target: `ticket:${intoId}`,
      changes: mergedFrom,
    });
    return merge;
  });
};
