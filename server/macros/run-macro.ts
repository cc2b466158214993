import { findNewestMessageId } from '../../db/tickets/bulk.ts';
import { type ConfirmOptions, onlyCounts } from '../core/confirm.ts';
import { type Context, requireRole } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { bulkOutdated } from '../tickets/bulk/bulk.ts';
import { changeTickets, namedOutcome } from '../tickets/changes/change-tickets.ts';
import type { NamedOutcome } from '../tickets/outputs.ts';
import { getMacro } from './service.ts';

export type MacroRun =
  | { dryRun: true; total: number; newestMessageId: number | null }
  | { dryRun: false; total: number; changeId: string; outcomes: NamedOutcome[] };

const maxReplied = 100;

/**
 * Runs a macro on tickets; repeated ids count once. A macro with a reply takes at most 100 tickets, and only
 * counts them unless `expected` is their number.
 * @throws AppError `macro-not-found`, `tag-not-found`; `bulk-outdated` with the number of tickets as its
 * state; `invalid-request` for too many tickets; `invalid-token` for `me` without an e-mail;
 * `idempotency-key-reused`
 */
export const runMacro = async (
  ctx: Context,
  { id, ids, lastSeenMessageId, requestKey, ...confirm }: RunOptions,
): Promise<MacroRun> => {
  requireRole(ctx, 'agent');
  const { name, actions } = await getMacro(ctx, id);
  const tickets = [...new Set(ids)];
  const total = tickets.length;
  const isReply = actions.some(({ type }) => type === 'reply');
  if (isReply && total > maxReplied) {
    const detail = `must have at most ${maxReplied} tickets: it replies`;
    throw new AppError('invalid-request', { detail, field: 'ids' });
  }
  const expected = confirm.expected ?? (isReply ? undefined : total);
  if (onlyCounts(total, { ...confirm, expected }, bulkOutdated)) {
    return { dryRun: true, total, newestMessageId: await findNewestMessageId(ctx.db, tickets) };
  }
  const named = [{ field: 'macro', after: name }];
  const once = requestKey === undefined ? undefined : { key: requestKey, request: [id, total] };
  const as = { act: 'macros.run', named, lastSeenMessageId, once };
  const { changeId, outcomes } = await changeTickets(ctx, tickets, actions, as);
  return { dryRun: false, total, changeId, outcomes: outcomes.map(namedOutcome) };
};

export interface RunOptions extends ConfirmOptions {
  id: number;
  ids: readonly number[];
  /** Tickets with a newer message are skipped. */
  lastSeenMessageId?: number | undefined;
  /** The caller's idempotency key. */
  requestKey?: string | undefined;
}
