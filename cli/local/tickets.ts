import { z } from 'zod';
import { civilDate } from '../../contract/index.ts';
import { idOf } from '../../server/trpc/fields.ts';
import { defineCommand, type LocalCommand } from './local-command.ts';

/** Shows a long ticket whole, although the internal API returns it in pages. */
export const ticketCommands: readonly LocalCommand[] = [
  defineCommand(
    'tickets.get',
    'Shows a ticket with all of its messages, notes and tags',
    z.object({ id: idOf('a ticket') }),
    async ({ id }, { api }) => {
      const { tickets } = await api();
      const { messagesCursor, ...ticket } = await tickets.get.query({ id });
      let cursor = messagesCursor;
      while (cursor !== null) {
        const page = await tickets.messages.query({ id, cursor, limit: 100 });
        for (const item of page.items) {
          if (item.kind === 'message') {
            const { kind: _, ...message } = item;
            ticket.messages.unshift(message);
          } else {
            const { kind: _, ...note } = item;
            ticket.notes.unshift(note);
          }
        }
        cursor = page.nextCursor;
      }
      return ticket;
    },
  ),
  defineCommand(
    'tickets.export',
    'Exports tickets by the day on which they were opened, both days included, as JSON lines that `tickets import` takes. Hands out personal data in bulk',
    z.object({
      from: civilDate.describe('First day in São Paulo'),
      to: civilDate.describe('Last day in São Paulo'),
      messages: z
        .boolean()
        .optional()
        .describe('With all messages, notes and names of files; by default only the first text'),
    }),
    async (input, { api, out, err }) => {
      const { tickets } = await api();
      let exported = 0;
      let cursor: string | undefined;
      do {
        const page = await tickets.export.mutate({ ...input, cursor, limit: 500 });
        for (const ticket of page.items) out(JSON.stringify(ticket));
        exported += page.items.length;
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      err(`${exported} tickets`);
      return '';
    },
  ),
];
