import { insertHint } from '../../db/hints/hints.ts';
import type { PresenceRow } from '../../db/tickets/presence.ts';
import * as presence from '../../db/tickets/presence.ts';
import { type Context, inTransaction, requireEmail, requireRole } from '../core/context.ts';
import { mapConstraintErrors } from '../core/errors.ts';

const aliveMs = 30_000;

/**
 * Shows others that the caller has a ticket open, types on it or has left, and returns the others.
 * A sign of life lasts 30 seconds by the database's clock. A change that others see is a hint
 * `presence:<ticketId>`; a renewal is none.
 *
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
