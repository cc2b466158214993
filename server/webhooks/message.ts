import { Webhook } from 'standardwebhooks';
import type { PendingDelivery } from '../../db/webhooks/deliveries.ts';

export const webhookIdOf = (eventId: string): string => `evt_${eventId}`;

/** The body of a message, before it is written as JSON. */
export interface Payload {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

type Event = Pick<PendingDelivery, 'type' | 'occurredAt' | 'data' | 'email'>;

export const payloadOf = ({ type, occurredAt, data, email }: Event): Payload => ({
  type,
  timestamp: occurredAt.toISOString(),
  data: { ...data, ...(email !== null && { email }) },
});

/** Builds a Standard Webhooks message, signed with every currently valid secret. */
export const signedMessage = (
  delivery: PendingDelivery,
  secrets: readonly string[],
  at: Date,
): { body: string; headers: Record<string, string> } => {
  const id = webhookIdOf(delivery.eventId);
  const body = JSON.stringify(payloadOf(delivery));
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, at, body));
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'leitor-webhooks',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': signatures.join(' '),
    },
  };
};
