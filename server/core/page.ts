/** A page; `nextCursor` is null on the last one. */
export interface Page<Item, Cursor = string> {
  items: Item[];
  nextCursor: Cursor | null;
}

/** Requests `limit` + 1 items from `list` to detect whether there is a next page. */
export const getPage = async <Item, Cursor = string>(
  limit: number,
  list: (limit: number) => Promise<Item[]>,
  cursorOf: (last: Item) => Cursor,
): Promise<Page<Item, Cursor>> => {
  const rows = await list(limit + 1);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? cursorOf(last) : null };
};

export const mapPage = <From, To, Cursor>(
  { items, nextCursor }: Page<From, Cursor>,
  map: (item: From) => To,
): Page<To, Cursor> => ({ items: items.map((item) => map(item)), nextCursor });
