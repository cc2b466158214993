import type { z } from 'zod';
import type { TxContext } from '../core/context.ts';
import { hashOf, runOnce } from '../idempotency/service.ts';

/** What a person asked for with a key. */
interface Keyed<Saved> {
  /** What the key is for: one key may stand for a reply and for a forward. */
  path: string;
  /** Undefined: the work is done each time. */
  key: string | undefined;
  /** What the key stands for: the same key with another request is refused. */
  request: unknown;
  /** Reads a result that was stored. */
  saved: z.ZodType<Saved>;
}

/**
 * Does something for a person once, however often they ask for it with one key, and returns what
 * the first time returned.
 *
 * @throws AppError `idempotency-key-reused`
 */
export const doOnce = async <Saved extends object>(
  tx: TxContext,
  { path, key, request, saved }: Keyed<Saved>,
  work: () => Promise<Saved>,
): Promise<Saved> => {
  const { actor } = tx;
  if (actor.kind !== 'person' || !key) return work();
  const once = {
    owner: { caller: actor.subject, path, key },
    bodyHash: hashOf(request),
    write: (body: Saved) => ({ status: 200, body }),
    read: ({ body }: { body: unknown }) => saved.parse(body),
  };
  return runOnce(tx, once, work);
};
