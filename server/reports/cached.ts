import type { z } from 'zod';
import type { Context } from '../context.ts';

const lifeSeconds = 7_200;

/** An answer, and whether it came from the cache; `age` and `expiresIn` in whole seconds (specification §2.10). */
export interface Cached<T> {
  value: T;
  cache: { hit: false } | { hit: true; age: number; expiresIn: number };
}

const prefix = 'reports:';

/**
 * The value kept under the key, else the one that `make` answers, kept for two hours where it is `worthKeeping`. However many
 * ask at once, it is made once. With Redis away it is made each time.
 */
export const cached = async <T>(
  ctx: Context,
  key: string,
  recipe: {
    schema: z.ZodType<T>;
    make: () => Promise<T>;
    worthKeeping?: (value: T) => boolean;
  },
): Promise<Cached<T>> => {
  let life = lifeSeconds;
  const parse = (text: string) => recipe.schema.parse(JSON.parse(text));
  const kept = await ctx.cache.remember(prefix + key, {
    make: async () => {
      const value = await recipe.make();
      if (recipe.worthKeeping?.(value) === false) life = 0;
      return JSON.stringify(value);
    },
    accepts: (text) => recipe.schema.safeParse(JSON.parse(text)).success,
    expiresAt: (madeAt) => new Date(madeAt.getTime() + life * 1_000),
    sharedOnly: true,
  });
  const value = parse(kept.bytes.toString());
  if (!kept.hit) return { value, cache: { hit: false } };
  const age = Math.floor((ctx.now().getTime() - kept.madeAt.getTime()) / 1_000);
  // Clocks of two processes may differ by a little.
  const seconds = Math.min(Math.max(age, 0), lifeSeconds);
  return { value, cache: { hit: true, age: seconds, expiresIn: lifeSeconds - seconds } };
};

/** Forgets every cached report. False where Redis did not answer: what it holds then lives on until it expires. */
export const clearReports = (ctx: Context): Promise<boolean> => ctx.cache.clear(prefix);
