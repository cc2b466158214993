import { z } from 'zod';
import { listOf, moment } from '../trpc/fields.ts';

export const Secret = z.object({ secret: z.string() });

export const NewWebhook = z.object({ id: z.number(), ...Secret.shape });

export const Webhooks = listOf(
  z.object({
    id: z.number(),
    url: z.string(),
    events: z.array(z.string()),
    status: z.enum(['active', 'failing', 'disabled']),
    pending: z.number(),
    failures: z.number(),
    failingSince: moment.nullable(),
    disabledAt: moment.nullable(),
    createdAt: moment,
  }),
);

export const Deliveries = listOf(
  z.object({
    id: z.string(),
    eventId: z.string(),
    type: z.string(),
    status: z.enum(['pending', 'delivered', 'failed']),
    attempts: z.number(),
    occurredAt: moment,
    lastAttemptAt: moment.nullable(),
    responseStatus: z.number().nullable(),
    error: z.string().nullable(),
    deliveredAt: moment.nullable(),
  }),
);

export const Replayed = z.object({ replayed: z.number(), dryRun: z.literal(true).optional() });
