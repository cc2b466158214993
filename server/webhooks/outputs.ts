import { z } from 'zod';
import { listOf, moment } from '../trpc/fields.ts';

export const Secret = z.object({ secret: z.string() });

export const NewWebhook = z.object({ id: z.number(), ...Secret.shape });

const responseStatus = z.number().nullable();
const error = z.string().nullable();

export const TestResult = z.object({
  deliveryId: z.string(),
  outcome: z.enum(['delivered', 'failed']),
  responseStatus,
  error,
});

export const Webhooks = listOf(
  z.object({
    id: z.number(),
    url: z.string(),
    events: z.array(z.string()),
    ordered: z.boolean(),
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
    responseStatus,
    error,
    deliveredAt: moment.nullable(),
    payload: z.object({
      type: z.string(),
      timestamp: z.string(),
      data: z.record(z.string(), z.unknown()),
    }),
  }),
);

export const Replayed = z.object({ replayed: z.number(), dryRun: z.literal(true).optional() });
