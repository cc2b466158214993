import type { TestApp } from '../harness.ts';

type Internal = Awaited<ReturnType<TestApp['trpc']>>;
type Ids = Pick<
  Parameters<Internal['tickets']['merge']['mutate']>[0],
  'fromId' | 'intoId' | 'differentRequesters'
>;

/** Merges tickets as `by`: a dry run, then the merge that repeats its total. */
export const mergeTwice = async (by: Internal, ids: Ids) => {
  const { total } = await by.tickets.merge.mutate({ ...ids, dryRun: true });
  return by.tickets.merge.mutate({ ...ids, expected: total });
};
