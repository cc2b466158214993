import { sql } from 'kysely';
import type { Tx } from '../connection/database.ts';
import type { MessageOrigin } from '../schema.ts';
import { valuesOf } from './messages.ts';

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
  messages: readonly ImportedMessage[],
): Promise<void> => {
  if (messages.length === 0) return;
  await tx
    .insertInto('ticket_messages')
    .values(
      messages.map((message) => ({
        ...valuesOf({
          ...message,
          ticketId,
          cc: message.cc?.map(({ email, name = null }) => ({ email, name })),
        }),
        missing_files: [...(message.files ?? [])],
      })),
    )
    .execute();
};

interface ImportedText {
  author: string;
  body: string;
  createdAt: Date;
  folded?: string | undefined;
  personEmail?: string | undefined;
}

export interface ImportedMessage extends ImportedText {
  origin: MessageOrigin;
  unsent?: string | undefined;
  cc?: readonly { email: string; name?: string | undefined }[] | undefined;
  automatic?: boolean | undefined;
  /** Names of files that do not come along. */
  files?: readonly string[] | undefined;
}

export const insertNotes = async (
  tx: Tx,
  ticketId: number,
  notes: readonly (ImportedText & {
    inPrompt?: boolean | undefined;
    outside?: boolean | undefined;
  })[],
): Promise<void> => {
  if (notes.length === 0) return;
  await tx
    .insertInto('ticket_notes')
    .values(
      notes.map((note) => ({
        ticket_id: ticketId,
        author: note.author,
        body: note.body,
        created_at: note.createdAt,
        folded: note.folded ?? null,
        in_prompt: note.inPrompt ?? false,
        outside: note.outside ?? false,
        person_email: note.personEmail ?? null,
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
