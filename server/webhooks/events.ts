import { WebhookEvent } from '../../contract/index.ts';
import { publishEvent } from '../../db/webhooks/deliveries.ts';
import type { TxContext } from '../core/context.ts';

export type EventType = WebhookEvent['type'];
export const eventTypes = WebhookEvent.options.map(({ shape }) => shape.type.value);

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
): Promise<void> => publishEvent(db, { type, email: null, data: { ...data } });
