import { z } from 'zod';
import { listOf, moment } from '../trpc/fields.ts';

/** A field that an act changed; personal fields have no values. */
export const FieldChange = z.object({
  field: z.string(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
});

export const Acts = listOf(
  z.object({
    id: z.number(),
    at: moment,
    actor: z.string(),
    actorEmail: z.string().nullable(),
    role: z.string(),
    actingFor: z.string().nullable(),
    channel: z.enum(['http', 'trpc', 'job']),
    client: z.string().nullable().describe('The program that the caller says it is, such as mcp'),
    action: z.string(),
    target: z.string(),
    outcome: z.enum(['done', 'refused']),
    requestId: z.string().nullable(),
    changes: z.array(FieldChange),
  }),
);
