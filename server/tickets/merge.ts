import { updatePersonOf } from '../../db/people/ticket-erasure.ts';
import * as merging from '../../db/tickets/merge.ts';
import { touchTickets } from '../../db/tickets/tickets.ts';
import { lockTickets, updateStatuses } from '../../db/tickets/work-lists.ts';
import { recordAct } from '../audit/service.ts';
import { type Context, inTransaction, requireRole } from '../core/context.ts';
import { type ConfirmOptions, type Counted, counted, onlyCounts } from '../core/counted.ts';
import { AppError } from '../core/errors.ts';
import { discardDraftsOf } from '../replies/drafts.ts';
import { lockUnmerged, requireUnerased } from './lock.ts';
import { statusAfter } from './status.ts';

const outdated = { code: 'merge-outdated', what: 'records would move' } as const;

/**
 * Merges a ticket into another one: its messages, notes, attachments, mails and tags move, and it
 * stays behind, closed and without them. Its pending drafts are discarded. It cannot be undone, and
 * only counts unless `expected` repeats the total. Attachments become visible to the requester of
 * the other ticket, so tickets of two people need `differentRequesters`.
 *
 * @throws AppError `ticket-not-found`, `ticket-merged`, `requesters-differ`; `ticket-closed` into
 * an erased ticket; `invalid-request` for the same ticket twice; `merge-outdated` if there is more
 * or less to move than expected
 */
export const mergeTickets = (
  ctx: Context,
  ids: { fromId: number; intoId: number },
  { differentRequesters, ...told }: { differentRequesters: boolean } & ConfirmOptions,
): Promise<Counted> => {
  requireRole(ctx, 'agent');
  const { fromId, intoId } = ids;
  if (fromId === intoId) {
    throw new AppError('invalid-request', { detail: 'fromId and intoId are the same ticket' });
  }
  return inTransaction(ctx, async (tx) => {
    // Both at once and in the order of their ids: two merges of the same tickets cannot deadlock.
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
    if (onlyCounts(merge.total, told, outdated)) return { ...merge, dryRun: true };
    if (from.requesterEmail && from.requesterEmail !== into.requesterEmail) {
      await updatePersonOf(tx.db, fromId, from.requesterEmail);
    }
    await merging.moveTicketContents(tx.db, ids);
    await discardDraftsOf(tx, fromId);
    await merging.updateMergedInto(tx.db, { ...ids, updatedAt: tx.now() });
    await touchTickets(tx.db, [intoId], tx.now());
    await updateStatuses(tx.db, [fromId], {
      status: statusAfter(from.status, { kind: 'agent-set-status', status: 'closed' }),
      updatedAt: tx.now(),
    });
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
