import { listTags } from '../../db/tags/tags.ts';
import {
  type CheckedContext,
  type Context,
  inTransaction,
  readFromReplica,
  requireRole,
} from '../../server/core/context.ts';

// Type tests: `npm run check` fails if a line below `@ts-expect-error` compiles.

/** A verb that does not say who may call it. */
export const uncheckedVerb = async (ctx: Context): Promise<void> => {
  // @ts-expect-error no query
  await listTags(ctx.db);
  // @ts-expect-error no query of its own
  await ctx.db.selectFrom('tags').selectAll().execute();
  // @ts-expect-error no transaction
  await inTransaction(ctx, async () => undefined);
  // @ts-expect-error no replica
  await readFromReplica(ctx, (db) => listTags(db));
  // @ts-expect-error no helper of checked verbs
  const checked: CheckedContext = ctx;
  // @ts-expect-error no e-mail of the caller
  checked.actor.email.trim();
};

/** A verb that checks the caller on only one of its paths. */
export const halfCheckedVerb = async (ctx: Context, id: number): Promise<void> => {
  if (id > 0) requireRole(ctx, 'admin');
  // @ts-expect-error unchecked if the id is not positive
  await listTags(ctx.db);
};
