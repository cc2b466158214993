import { z } from 'zod';
import { bodyId, line } from '../../contract/index.ts';
import { maxBulkTickets } from '../tickets/bulk/bulk.ts';
import { TicketActions } from '../tickets/changes/inputs.ts';
import { confirmInput } from '../trpc/confirm.ts';
import { idOf } from '../trpc/fields.ts';

export const MacroFields = z.object({
  name: line(60).describe('What the list of macros says'),
  shared: z.boolean().default(false).describe('For all agents'),
  actions: TicketActions.describe('What it does, in this order'),
});

export const MacroToRun = z.object({
  id: idOf('a macro'),
  ids: z.array(bodyId).min(1).max(maxBulkTickets).describe('The tickets'),
  lastSeenMessageId: bodyId.optional().describe('Leaves tickets with a newer message as they are'),
  requestKey: z.uuid().optional().describe('Makes it happen once, however often it is sent'),
  ...confirmInput,
});
