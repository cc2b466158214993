import type { TicketStatus } from '../../db/schema.ts';

/** The events that can change a ticket's status. */
export type TicketEvent =
  | { kind: 'agent-set-status'; status: TicketStatus }
  | { kind: 'message-added'; origin: 'requester' | 'agent' | 'ai' };

/**
 * The status of a ticket after an event: the only place that decides it. An agent may set any
 * status. A requester's message reopens a resolved ticket; a closed one stays closed.
 */
export const statusAfter = (status: TicketStatus, event: TicketEvent): TicketStatus => {
  if (event.kind === 'agent-set-status') return event.status;
  return event.origin === 'requester' && status === 'resolved' ? 'open' : status;
};
