import { insertTicketTags } from '../../../db/tickets/bulk.ts';
import { listOwnExternalIds } from '../../../db/tickets/exported.ts';
import * as imported from '../../../db/tickets/imported.ts';
import { moveTicketContents, updateMergedInto } from '../../../db/tickets/merge.ts';
import { insertTicket } from '../../../db/tickets/tickets.ts';
import { recordActs } from '../../audit/service.ts';
import { isFuture } from '../../core/civil-time.ts';
import { type Context, inTransaction, requireRole, type TxContext } from '../../core/context.ts';
import { mapConstraintErrors } from '../../core/errors.ts';
import { createTag } from '../../tags/service.ts';
import type { ImportedTicket } from '../inputs.ts';
import type { ImportOutcome } from '../outputs.ts';
import { firstAuthor } from '../service.ts';

/**
 * Imports tickets of another system unchanged, without mails or webhooks; idempotent by `externalId`. Tags
 * that do not exist are created.
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
  const refused: ImportOutcome['refused'] = [];
  const accepted = new Map<string, ImportedTicket>();
  for (const [index, ticket] of tickets.entries()) {
    if (isAhead(tx, ticket)) refused.push({ index, reason: 'dates must not be in the future' });
    else if (!accepted.has(ticket.externalId)) accepted.set(ticket.externalId, ticket);
  }
  const added = await addIds(tx, [...accepted.values()]);
  const fresh = [...accepted.values()].filter(({ externalId }) => added.has(externalId));
  const { tagIds, newTags } = await prepareTags(tx, fresh);
  const ids: number[] = [];
  for (const ticket of fresh) {
    const merged = (ticket.merged ?? []).filter(({ externalId }) => added.has(externalId));
    ids.push(await insertImported(tx, { ...ticket, merged }, tagIds));
  }
  await imported.refreshResponses(tx.db, ids);
  const acts = ids.map((id) => ({ target: `ticket:${id}`, changes: [] }));
  if (ids.length > 0) await recordActs(tx, 'tickets.import', acts);
  return {
    imported: ids.length,
    known: tickets.length - refused.length - ids.length,
    newTags,
    refused,
  };
};

/** Records the external ids of tickets, and returns the new ones; those of our own exports are known. */
const addIds = async (
  { db }: TxContext,
  tickets: readonly ImportedTicket[],
): Promise<Set<string>> => {
  const ids = tickets.flatMap(({ externalId, merged = [] }) => [
    externalId,
    ...merged.map((ticket) => ticket.externalId),
  ]);
  const own = new Set(await listOwnExternalIds(db, ids));
  return new Set(
    await imported.insertImported(
      db,
      ids.filter((id) => !own.has(id)),
    ),
  );
};

/** The colour of a tag that an import creates. */
const newTagColor = '#6B7280';

const prepareTags = async (tx: TxContext, tickets: readonly ImportedTicket[]) => {
  const names = new Set(tickets.flatMap(({ tags = [] }) => tags));
  const tagIds = await imported.findTagIds(tx.db, [...names]);
  const newTags: string[] = [];
  // The order prevents deadlocks between two imports.
  for (const name of [...names].filter((given) => !tagIds.has(given)).sort()) {
    const [known] = (await imported.findTagIds(tx.db, [name])).values();
    if (known === undefined) newTags.push(name);
    const tag = { name, color: newTagColor, isDefault: false };
    tagIds.set(name, known ?? (await createTag(tx, tag)).id);
  }
  return { tagIds, newTags };
};

const isAhead = (ctx: TxContext, ticket: ImportedTicket): boolean => {
  const { messages = [], notes = [], merged = [] } = ticket;
  const dated = [ticket, ...messages, ...notes, ...merged];
  return dated
    .flatMap((one) => [one.createdAt, 'updatedAt' in one ? one.updatedAt : undefined])
    .some((moment) => moment && isFuture(moment, ctx.now()));
};

const insertImported = async (
  { db }: TxContext,
  ticket: ImportedTicket,
  tagIds: ReadonlyMap<string, number>,
): Promise<number> => {
  const { body, createdAt } = ticket;
  const author = firstAuthor(ticket);
  const first =
    body === undefined ? [] : [{ author, origin: 'requester' as const, body, createdAt }];
  const messages = [...first, ...(ticket.messages ?? [])].sort(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime(),
  );
  const updatedAt = ticket.updatedAt ?? messages.at(-1)?.createdAt ?? createdAt;
  const id = await insertTicket(db, { ...ticket, updatedAt });
  await imported.insertMessages(db, id, messages);
  await imported.insertNotes(db, id, ticket.notes ?? []);
  for (const name of ticket.tags ?? []) await insertTicketTags(db, [id], tagIds.get(name) ?? 0);
  for (const one of ticket.merged ?? []) {
    const fromId = await insertTicket(db, { ...one, status: 'closed' });
    await moveTicketContents(db, { fromId, intoId: id });
    await updateMergedInto(db, { fromId, intoId: id, updatedAt: one.updatedAt ?? one.createdAt });
  }
  return id;
};
