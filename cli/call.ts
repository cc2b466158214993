import type { CommandLine } from './arguments.ts';
import { describeFailure } from './failure.ts';
import { nextCursorOf } from './result.ts';

type Call = (input: unknown) => Promise<unknown>;

/** Calls a procedure for a command line: for every page of a list, or once for each id. */
export const callFor =
  (call: Call, { ids, all }: CommandLine): Call =>
  (input) => {
    if (ids.length > 0) return callForEach(ids, input, call);
    return all ? fetchAll(input, call) : call(input);
  };

/** Calls a procedure for each id and returns the outcomes; one failure does not stop the others. */
const callForEach = async (ids: readonly string[], input: unknown, call: Call) => {
  const outcomes: Record<string, unknown>[] = [];
  for (const id of ids) {
    const isNumber =
      typeof input === 'object' && input !== null && 'id' in input && typeof input.id === 'number';
    try {
      const result = await call(Object.assign({}, input, { id: isNumber ? Number(id) : id }));
      outcomes.push({ id, ok: true, ...(typeof result === 'object' ? result : {}) });
    } catch (error) {
      outcomes.push({ id, ok: false, reason: describeFailure(error).line });
    }
  }
  return outcomes;
};

const fetchAll = async (input: unknown, call: Call): Promise<unknown> => {
  const items: unknown[] = [];
  let cursor: string | number | undefined;
  do {
    const page = await call(Object.assign({ limit: 100 }, input, cursor && { cursor }));
    if (typeof page !== 'object' || page === null || !('items' in page)) return page;
    items.push(...(Array.isArray(page.items) ? page.items : []));
    cursor = nextCursorOf(page);
  } while (cursor !== undefined);
  return { items, nextCursor: null };
};
