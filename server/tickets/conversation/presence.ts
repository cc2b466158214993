import { insertHint } from '../../../db/hints/hints.ts';
import type { PresenceRow } from '../../../db/tickets/presence.ts';
import * as presence from '../../../db/tickets/presence.ts';
import { type Context, inTransaction, requireEmail, requireRole } from '../../core/context.ts';
import { mapConstraintErrors } from '../../core/errors.ts';

const aliveMs = 30_000;

/**
 * Shares the caller's state on a ticket for 30 seconds and returns the other agents'. A visible change
 * emits the hint `presence:<ticketId>`; a renewal does not.
 * @throws AppError `ticket-not-found`; `invalid-token` for a caller without an e-mail
 */
export const showPresence = (
  ctx: Context,
  ticketId: number,
  state: PresenceRow['state'] | 'left',
): Promise<{ others: PresenceRow[] }> => {
  requireRole(ctx, 'agent');
  requireEmail(ctx);
  const { email } = ctx.actor;
  const name = (ctx.actor.kind === 'person' && ctx.actor.name) || null;
  return mapConstraintErrors({ ticket_presence_ticket_id_fkey: 'ticket-not-found' }, () =>
    inTransaction(ctx, async ({ db }) => {
      const changed = new Set(await presence.deleteGonePresence(db, aliveMs));
      const isChange =
        state === 'left'
          ? await presence.deletePresence(db, ticketId, email)
          : await presence.updatePresence(db, ticketId, { email, name, state });
      if (isChange) changed.add(ticketId);
      for (const id of changed) await insertHint(db, `presence:${id}`);
      return { others: await presence.listOthers(db, { ticketId, email, aliveMs }) };
    }),
  );
};
