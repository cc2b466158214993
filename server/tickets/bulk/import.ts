import { insertTicketTags } from '../../../db/tickets/bulk.ts';
import * as imported from '../../../db/tickets/imported.ts';
import { insertTicket } from '../../../db/tickets/tickets.ts';
import { recordActs } from '../../audit/service.ts';
import { isFuture } from '../../core/civil-time.ts';
import { type Context, inTransaction, requireRole, type TxContext } from '../../core/context.ts';
import { mapConstraintErrors } from '../../core/errors.ts';
import type { ImportedTicket } from '../inputs.ts';
import type { ImportOutcome } from '../outputs.ts';
import { firstAuthor } from '../service.ts';

/**
 * Imports tickets of another system unchanged, without mails or webhooks; idempotent by `externalId`.
 * @throws AppError `forbidden`; `tag-not-found` if a tag is deleted meanwhile
 */
export const importTickets = async (
  ctx: Context,
  tickets: readonly ImportedTicket[],
  { dryRun }: { dryRun?: boolean | undefined } = {},
): Promise<ImportOutcome> => {
  requireRole(ctx, 'admin');
  return mapConstraintErrors({ ticket_tags_tag_id_fkey: 'tag-not-found' }, () =>
    inTransaction(ctx, (tx) => importAll(tx, tickets), { dryRun }),
  );
};

const importAll = async (
  tx: TxContext,
  tickets: readonly ImportedTicket[],
): Promise<ImportOutcome> => {
  const names = new Set(tickets.flatMap(({ tags = [] }) => tags));
  const tagIds = await imported.findTagIds(tx.db, [...names]);
  const refused: ImportOutcome['refused'] = [];
  const accepted = new Map<string, ImportedTicket>();
  for (const [index, ticket] of tickets.entries()) {
    const reason = refusalOf(tx, ticket, tagIds);
    if (reason !== undefined) refused.push({ index, reason });
    else if (!accepted.has(ticket.externalId)) accepted.set(ticket.externalId, ticket);
  }
  const added = new Set(await imported.insertImported(tx.db, [...accepted.keys()]));
  const ids: number[] = [];
  for (const [externalId, ticket] of accepted) {
    if (added.has(externalId)) ids.push(await insertImported(tx, ticket, tagIds));
  }
  await imported.refreshResponses(tx.db, ids);
  const acts = ids.map((id) => ({ target: `ticket:${id}`, changes: [] }));
  if (ids.length > 0) await recordActs(tx, 'tickets.import', acts);
  return {
    imported: ids.length,
    known: tickets.length - refused.length - ids.length,
    refused,
  };
};

/** Returns why a ticket is refused; undefined if it is imported. */
const refusalOf = (
  ctx: TxContext,
  { createdAt, updatedAt, tags = [], messages = [] }: ImportedTicket,
  tagIds: ReadonlyMap<string, number>,
): string | undefined => {
  const missing = tags.find((name) => !tagIds.has(name));
  if (missing !== undefined) return `tags: there is no tag ${missing}`;
  const moments = [createdAt, updatedAt, ...messages.map((message) => message.createdAt)];
  return moments.some((moment) => moment && isFuture(moment, ctx.now()))
    ? 'dates must not be in the future'
    : undefined;
};

const insertImported = async (
  { db }: TxContext,
  ticket: ImportedTicket,
  tagIds: ReadonlyMap<string, number>,
): Promise<number> => {
  const { body, createdAt } = ticket;
  const first = { author: firstAuthor(ticket), origin: 'requester' as const, body, createdAt };
  const messages = [first, ...(ticket.messages ?? [])].sort(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime(),
  );
  const id = await insertTicket(db, {
    ...ticket,
    updatedAt: ticket.updatedAt ?? messages.at(-1)?.createdAt ?? createdAt,
  });
  await imported.insertMessages(db, id, messages);
  for (const name of ticket.tags ?? []) await insertTicketTags(db, [id], tagIds.get(name) ?? 0);
  return id;
};
