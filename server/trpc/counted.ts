import { z } from 'zod';

/** What a call that destroys did, or would do. */
export const Counted = z.object({
  dryRun: z.boolean(),
  records: z.array(z.object({ kind: z.string(), count: z.number() })),
  total: z.number(),
});
