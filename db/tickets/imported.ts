import { sql } from 'kysely';
import type { Tx } from '../connection/database.ts';
import type { MessageOrigin } from '../schema.ts';

/** Records imported tickets; returns the external ids that were new. */
export const insertImported = async (tx: Tx, externalIds: readonly string[]): Promise<string[]> => {
  // The order prevents deadlocks between two imports of the same tickets.
  const { rows } = await sql<{ id: string }>`
    with given as (
      select id, sha256(convert_to(id, 'UTF8')) as hash from unnest(${[...externalIds]}::text[]) id
    ), added as (
      insert into imported_tickets (external_hash) select distinct hash from given order by hash
      on conflict do nothing returning external_hash
    )
    select id from given join added on hash = external_hash`.execute(tx);
  return rows.map(({ id }) => id);
};

export const insertMessages = async (
  tx: Tx,
  ticketId: number,
  messages: readonly { author: string; origin: MessageOrigin; body: string; createdAt: Date }[],
): Promise<void> => {
  await tx
    .insertInto('ticket_messages')
    .values(
      messages.map(({ createdAt, ...message }) => ({
        ticket_id: ticketId,
        created_at: createdAt,
        ...message,
      })),
    )
    .execute();
};

/** Computes first responses again, because imports store tickets as resolved before their messages. */
export const refreshResponses = async (tx: Tx, ticketIds: readonly number[]): Promise<void> => {
  await sql`select refresh_ticket_responses(${[...ticketIds]}::integer[])`.execute(tx);
};

/** Finds the ids of tags by name, ignoring case. */
export const findTagIds = async (
  tx: Tx,
  names: readonly string[],
): Promise<Map<string, number>> => {
  const { rows } = await sql<{ name: string; id: number }>`
    select given.name, tags.id from unnest(${[...names]}::text[]) given(name)
    join tags on lower(tags.name collate "pt-BR-x-icu") = lower(given.name collate "pt-BR-x-icu")`.execute(
    tx,
  );
  return new Map(rows.map(({ name, id }) => [name, id]));
};
