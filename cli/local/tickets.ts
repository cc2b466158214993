import { z } from 'zod';
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
];
