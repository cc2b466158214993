import { z } from 'zod';
import { bodyId } from '../../contract/index.ts';
import { moment } from '../trpc/fields.ts';
import { because } from '../trpc/input-issue.ts';
import { adminProcedure, router } from '../trpc/procedures.ts';
import { eventTypes } from './events.ts';
import {
  createWebhook,
  deleteWebhook,
  enableWebhook,
  listDeliveries,
  listWebhooks,
  replayDeliveries,
  rotateWebhook,
} from './service.ts';

const webhook = z.object({ id: bodyId });
const deliveryId = z.string().regex(/^\d{1,18}$/);

/** Outgoing webhooks, for administrators. */
export const webhooksRouter = router({
  create: adminProcedure
    .input(
      z.object({
        url: z.url().max(2_000).describe('Where events are posted: an https address'),
        events: z.array(z.enum(eventTypes)).min(1).max(eventTypes.length),
      }),
    )
    .mutation(({ ctx, input }) => createWebhook(ctx, input)),
  list: adminProcedure.query(async ({ ctx }) => ({ items: await listWebhooks(ctx) })),
  delete: adminProcedure.input(webhook).mutation(({ ctx, input }) => deleteWebhook(ctx, input.id)),
  enable: adminProcedure.input(webhook).mutation(({ ctx, input }) => enableWebhook(ctx, input.id)),
  rotate: adminProcedure
    .input(
      webhook.extend({
        overlapHours: z
          .number()
          .min(0)
          .max(168)
          .default(24)
          .describe('Hours in which the former secret signs too'),
      }),
    )
    .mutation(({ ctx, input }) => rotateWebhook(ctx, input)),
  deliveries: adminProcedure
    .input(
      webhook.extend({
        status: z.enum(['pending', 'delivered', 'failed']).optional(),
        cursor: deliveryId.optional(),
        limit: z.int().min(1).max(100).default(20),
      }),
    )
    .query(({ ctx, input: { cursor, ...page } }) =>
      listDeliveries(ctx, { ...page, beforeId: cursor }),
    ),
  replay: adminProcedure
    .input(
      webhook
        .extend({
          deliveryId: deliveryId.optional().describe('One delivery'),
          from: moment.optional().describe('Those of events since'),
          dryRun: z.boolean().optional().describe('Only counts the deliveries'),
        })
        .refine(
          (input) => (input.deliveryId === undefined) !== (input.from === undefined),
          because('must name a deliveryId or a moment'),
        ),
    )
    .mutation(({ ctx, input: { id, dryRun, ...which } }) =>
      replayDeliveries(
        ctx,
        id,
        which.deliveryId === undefined
          ? { from: which.from ?? new Date(0) }
          : { deliveryId: which.deliveryId },
        dryRun,
      ),
    ),
});
