import { z } from 'zod';
import { findLastActId, listActsAfter } from '../../db/audit/audit.ts';
import { FieldChange } from '../audit/outputs.ts';
import { anybody, type Context, inTransaction } from '../core/context.ts';

/** The field of a procedure of effect `destroy` that has no count to confirm. */
export const dryRun = z.boolean().optional().describe('Only shows what would be destroyed');

/** What a rehearsal shows. */
export const Rehearsal = z.object({
  dryRun: z.boolean(),
  acts: z
    .array(z.object({ action: z.string(), target: z.string(), changes: z.array(FieldChange) }))
    .optional()
    .describe('Of a dry run: what the trail would say'),
});

interface Call<Input> {
  ctx: Context;
  input: Input;
}

/**
 * Runs a verb, or with `dryRun` rolls it back and returns the acts that it recorded. The verb must only use
 * the database.
 */
export const rehearsable =
  <Input extends { dryRun?: boolean | undefined }>(
    verb: (ctx: Context, input: Input) => Promise<void>,
  ) =>
  ({ ctx, input }: Call<Input>): Promise<z.output<typeof Rehearsal>> =>
    rehearse(ctx, input, async (tx) => {
      if (!input.dryRun) {
        await verb(tx, input);
        return { dryRun: false };
      }
      anybody(tx);
      const lastId = await findLastActId(tx.db);
      await verb(tx, input);
      return { dryRun: true, acts: await listActsAfter(tx.db, lastId, tx.request.id) };
    });

/** Runs a verb that returns what it left; with `dryRun`, what it would leave. */
export const rehearse = <T>(
  ctx: Context,
  input: { dryRun?: boolean | undefined },
  verb: (ctx: Context) => Promise<T>,
): Promise<T> => {
  // The verb checks the caller's right.
  anybody(ctx);
  return input.dryRun ? inTransaction(ctx, verb, { dryRun: true }) : verb(ctx);
};
