import type { z } from 'zod';
import type { TxContext } from '../../core/context.ts';
import { hashOf, runOnce } from '../../idempotency/service.ts';

interface Keyed<Saved> {
  /** A path for one key of replies or forwards. */
  path: string;
  /** Undefined means not idempotent. */
  key: string | undefined;
  /** The request; the same key with another request is refused. */
  request: unknown;
  saved: z.ZodType<Saved>;
}

/**
 * Runs work once for a person's idempotency key; later calls return the first result.
 * @throws AppError `idempotency-key-reused`
 */
export const withRequestKey = async <Saved extends object>(
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
