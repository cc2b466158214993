import { z } from 'zod';
import { cursorOf, idOf, limitOf, moment, nothing } from '../trpc/fields.ts';
import { because } from '../trpc/input-issue.ts';
import { adminProcedure, router } from '../trpc/procedures.ts';
import { dryRun, Rehearsal, rehearsable } from '../trpc/rehearse.ts';
import { pageOf, wholeList } from '../trpc/whole-list.ts';
import { eventTypes } from './events.ts';
import { Deliveries, NewWebhook, Replayed, Secret, TestResult, Webhooks } from './outputs.ts';
import {
  createWebhook,
  deleteWebhook,
  enableWebhook,
  listDeliveries,
  listWebhooks,
  replayDeliveries,
  rotateWebhook,
  skipDelivery,
  testWebhook,
  updateWebhook,
} from './service.ts';

const webhook = z.object({ id: idOf('a webhook') });
const deliveryId = z
  .string()
  .regex(/^\d{1,18}$/)
  .describe('The id of a delivery');
const settings = z.object({
  url: z.url().max(2_000).describe('Where events are posted: an https address'),
  events: z.array(z.enum(eventTypes)).min(1).max(eventTypes.length).describe('What it is told of'),
  ordered: z.boolean().describe('false: an event that fails does not hold up the others'),
});

export const webhooksRouter = router({
  create: adminProcedure
    .meta({ description: 'Registers an outgoing webhook', effect: 'outward' })
    .input(settings.extend({ ordered: settings.shape.ordered.default(true) }))
    .output(NewWebhook)
    .mutation(({ ctx, input }) => createWebhook(ctx, input)),
  update: adminProcedure
    .meta({ description: 'Changes an outgoing webhook', effect: 'outward' })
    .input(settings.partial().extend(webhook.shape))
    .output(nothing)
    .mutation(({ ctx, input: { id, ...changes } }) => updateWebhook(ctx, id, changes)),
  test: adminProcedure
    .meta({ description: 'Sends a test event to a webhook now', effect: 'outward' })
    .input(webhook)
    .output(TestResult)
    .mutation(({ ctx, input }) => testWebhook(ctx, input.id)),
  skip: adminProcedure
    .meta({ description: 'Gives up an event that waits for a webhook', effect: 'change' })
    .input(webhook.extend({ deliveryId }))
    .output(nothing)
    .mutation(({ ctx, input }) => skipDelivery(ctx, input.id, input.deliveryId)),
  list: adminProcedure
    .meta({ description: 'Lists outgoing webhooks', effect: 'read' })
    .input(wholeList.prefault({}))
    .output(Webhooks)
    .query(async ({ ctx, input }) =>
      pageOf(await listWebhooks(ctx), input, ({ id }) => String(id)),
    ),
  delete: adminProcedure
    .meta({ description: 'Deletes an outgoing webhook', effect: 'destroy' })
    .input(webhook.extend({ dryRun }))
    .output(Rehearsal)
    .mutation(rehearsable((ctx, { id }) => deleteWebhook(ctx, id))),
  enable: adminProcedure
    .meta({ description: 'Sends to a disabled webhook again', effect: 'outward' })
    .input(webhook)
    .output(nothing)
    .mutation(({ ctx, input }) => enableWebhook(ctx, input.id)),
  rotate: adminProcedure
    .meta({ description: 'Rotates the secret of a webhook', effect: 'privilege' })
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
    .output(Secret)
    .mutation(({ ctx, input }) => rotateWebhook(ctx, input)),
  deliveries: adminProcedure
    .meta({ description: 'Lists deliveries of a webhook', effect: 'read' })
    .input(
      webhook.extend({
        status: z
          .enum(['pending', 'delivered', 'failed'])
          .optional()
          .describe('Only deliveries with this status'),
        cursor: cursorOf(deliveryId),
        limit: limitOf(100, 20),
      }),
    )
    .output(Deliveries)
    .query(({ ctx, input: { cursor, ...page } }) =>
      listDeliveries(ctx, { ...page, beforeId: cursor }),
    ),
  replay: adminProcedure
    .meta({ description: 'Delivers an event again, or all since a moment', effect: 'outward' })
    .input(
      webhook
        .extend({
          deliveryId: deliveryId.optional(),
          from: moment.optional().describe('Those of events since'),
          dryRun: z.boolean().optional().describe('Only counts the deliveries'),
        })
        .refine(
          (input) => (input.deliveryId === undefined) !== (input.from === undefined),
          because('must name a deliveryId or a moment'),
        ),
    )
    .output(Replayed)
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
