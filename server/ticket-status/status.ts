import type { TicketStatus } from '../../db/schema.ts';

export type TicketEvent =
  | { kind: 'agent-set-status'; status: TicketStatus }
  | { kind: 'message-added'; origin: 'requester' | 'agent' | 'ai' };

/** Decides a ticket's status; no other code does. A message does not reopen a closed ticket. */
export const statusAfter = (status: TicketStatus, event: TicketEvent): TicketStatus => {
  if (event.kind === 'agent-set-status') return event.status;
  return event.origin === 'requester' && status === 'resolved' ? 'open' : status;
};
