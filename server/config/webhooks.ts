import { z } from 'zod';

/** What configures webhooks. */
export const webhookVariables = {
  WEBHOOK_ADDRESSES: z.enum(['public', 'any']).default('public'),
};

/** Where outgoing webhooks may go: `any` includes private addresses and plain HTTP, for tests and development alone. */
export interface WebhookConfig {
  addresses: 'public' | 'any';
}

/** The configuration of webhooks from the variables. */
export const webhookConfigOf = (
  values: z.output<z.ZodObject<typeof webhookVariables>>,
): WebhookConfig => ({ addresses: values.WEBHOOK_ADDRESSES });
