import { type FieldChange, listActs } from '../../db/audit/audit.ts';
import { findTicket } from '../../db/tickets/tickets.ts';
import { type Context, requireRole } from '../context.ts';
import { orThrow } from '../errors.ts';
import type { Page } from '../page.ts';

/** What was done to a ticket, as the audit trail has it. */
export interface TicketEvent {
  id: string;
  at: Date;
  /** An e-mail, or the name of a job or service account. */
  author: string;
  action: string;
  changes: FieldChange[];
}

const mostEvents = 200;

/** The newest 200 acts on a ticket, newest first. @throws AppError `ticket-not-found` */
export const listHistory = async (ctx: Context, id: number): Promise<Page<TicketEvent>> => {
  requireRole(ctx, 'agent');
  orThrow(await findTicket(ctx.db, id), 'ticket-not-found');
  const acts = await listActs(ctx.db, { target: `ticket:${id}`, limit: mostEvents });
  const items = acts.map(({ id: actId, at, actor, actorEmail, action, changes }) => ({
    id: actId,
    at,
    author: actorEmail ?? actor,
    action,
    changes,
  }));
  return { items, nextCursor: null };
};
