import { type FieldChange, listActs } from '../../../db/audit/audit.ts';
import { listAssignments } from '../../../db/tickets/bulk.ts';
import { listRecipients } from '../../../db/tickets/notes.ts';
import { findTicket } from '../../../db/tickets/tickets.ts';
import { type Context, requireRole } from '../../core/context.ts';
import { orThrow } from '../../core/errors.ts';
import { getPage, mapPage } from '../../core/page.ts';
import type { TicketEvents } from '../outputs.ts';

const forwarded = 'tickets.forward';

export const historySize = 100;

/** Lists a ticket's audit acts, newest first. @throws AppError `ticket-not-found` */
export const listHistory = async (
  ctx: Context,
  id: number,
  { beforeId, limit }: { beforeId?: string | undefined; limit: number },
): Promise<TicketEvents> => {
  requireRole(ctx, 'agent');
  orThrow(await findTicket(ctx.db, id), 'ticket-not-found');
  const target = `ticket:${id}`;
  const page = await getPage(
    limit,
    (most) => listActs(ctx.db, { target, beforeId, limit: most }),
    (last) => last.id,
  );
  const assigned = await listAssignments(
    ctx.db,
    page.items.map((act) => act.id),
  );
  const forwards = page.items.flatMap(({ action, changes }) =>
    action === forwarded ? changes.map(({ after }) => Number(after)) : [],
  );
  const recipients = Map.groupBy(
    await listRecipients(ctx.db, forwards),
    (recipient) => recipient.noteId,
  );
  const toOf = (changes: readonly FieldChange[]): FieldChange[] =>
    changes.flatMap(({ after }) => {
      const to = recipients.get(Number(after))?.map(({ email }) => email);
      // An undone forward has no note.
      return to ? { field: 'to', after: to.join(', ') } : [];
    });
  return mapPage(page, ({ id: actId, at, actor, actorEmail, action, changes }) => ({
    id: actId,
    at,
    author: actorEmail ?? actor,
    action,
    // The audit trail stores no addresses.
    changes: [
      ...changes.map((change) => {
        const after = change.field === 'assignee' ? assigned.get(actId) : undefined;
        return after === undefined ? change : { ...change, after };
      }),
      ...(action === forwarded ? toOf(changes) : []),
    ],
  }));
};
