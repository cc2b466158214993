import { WebhookEvent } from '../../contract/index.ts';
import { publishEvent } from '../../db/webhooks/deliveries.ts';
import type { TxContext } from '../core/context.ts';

/** What a webhook can subscribe to. */
export type EventType = WebhookEvent['type'];
export const eventTypes = WebhookEvent.options.map(({ shape }) => shape.type.value);

/** The data of an event without the e-mail of its reader, which is stored beside it. */
type EventData<T extends EventType> = Omit<Extract<WebhookEvent, { type: T }>['data'], 'email'>;

/**
 * Stores an event for each webhook that is subscribed to it, in the transaction of its change
 * (docs/behaviour/integrations.md#webhooks). The job `send-webhooks` sends it.
 */
export const emitEvent = <T extends EventType>(
  { db }: TxContext,
  type: T,
  data: EventData<T>,
): Promise<void> => publishEvent(db, { type, email: null, data: { ...data } });
