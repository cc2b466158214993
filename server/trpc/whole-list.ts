import { z } from 'zod';
import { AppError } from '../core/errors.ts';
import type { Page } from '../core/page.ts';
import { cursorOf } from './fields.ts';

/** The input of a list that is returned as a whole unless the caller requests pages. */
export const wholeList = z.object({
  cursor: cursorOf(z.string().max(300)),
  limit: z.int().min(1).max(1_000).optional().describe('Rows of a page; by default all'),
});

/** Returns the items after the key `cursor`. @throws AppError `invalid-request` for an unknown key */
export const pageOf = <Item>(
  all: readonly Item[],
  { cursor, limit = all.length }: { cursor?: string | undefined; limit?: number | undefined },
  keyOf: (item: Item) => string,
): Page<Item> => {
  const last = cursor === undefined ? -1 : all.findIndex((item) => keyOf(item) === cursor);
  if (cursor !== undefined && last === -1) {
    throw new AppError('invalid-request', { detail: 'unknown cursor' });
  }
  const items = all.slice(last + 1, last + 1 + limit);
  const end = items.at(-1);
  const hasMore = last + 1 + items.length < all.length;
  return { items, nextCursor: hasMore && end ? keyOf(end) : null };
};
