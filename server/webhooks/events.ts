import { WebhookEvent } from '../../contract/index.ts';
import type { TicketStatus } from '../../db/schema.ts';
import { publishEvent, publishEvents } from '../../db/webhooks/deliveries.ts';
import type { TxContext } from '../core/context.ts';

export type EventType = WebhookEvent['type'];
/** The events that an endpoint can subscribe to. */
export const eventTypes = WebhookEvent.options
  .map(({ shape }) => shape.type.value)
  .filter((type) => type !== 'webhook.test');

/** An event's data without the reader's e-mail, which is stored separately. */
type EventData<T extends EventType> = Omit<Extract<WebhookEvent, { type: T }>['data'], 'email'>;

/**
 * Stores an event for each subscribed webhook, in the transaction of its change
 * (docs/behaviour/integrations.md#webhooks).
 */
export const emitEvent = <T extends EventType>(
  { db }: TxContext,
  type: T,
  data: EventData<T>,
): Promise<void> => publishEvent(db, { type, email: null, data });

/** What one act changed on a ticket. */
export interface TicketUpdate {
  status?: { from: TicketStatus; to: TicketStatus };
  assignee?: { from: string | null; to: string | null };
  tagAdded?: string;
  tagRemoved?: string;
}

/** Stores `ticket.updated` once for each ticket on which the status, the assignee or a tag changed. */
export const emitTicketUpdates = (
  { db }: TxContext,
  updates: ReadonlyMap<number, readonly TicketUpdate[]>,
): Promise<void> => {
  const events = [...updates].map(
    ([ticketId, parts]): EventData<'ticket.updated'> => ({ ticketId, changes: joined(parts) }),
  );
  const changed = events.filter(({ changes }) => Object.keys(changes).length > 0);
  return publishEvents(db, 'ticket.updated', changed);
};

const joined = (parts: readonly TicketUpdate[]): EventData<'ticket.updated'>['changes'] => {
  const { tagAdded: _, tagRemoved: __, ...changes } = Object.assign({}, ...parts);
  const added = parts.flatMap(({ tagAdded }) => tagAdded ?? []);
  const removed = parts.flatMap(({ tagRemoved }) => tagRemoved ?? []);
  return added.length + removed.length > 0 ? { ...changes, tags: { added, removed } } : changes;
};
