import { z } from 'zod';

export const confirmInput = {
  dryRun: z.boolean().optional().describe('Only counts'),
  expected: z
    .int()
    .min(0)
    .optional()
    .describe('The total that a call without it returned; without it nothing is changed'),
};

export const Counted = z.object({
  dryRun: z.boolean(),
  records: z.array(z.object({ kind: z.string(), count: z.number() })),
  total: z.number(),
});
