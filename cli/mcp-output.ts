/** The most characters of a result, because a model's context is small. */
export const mostCharacters = 40_000;

/** The most rows of a page. */
export const mostRows = 50;

/** Texts are not cut to less than this. */
const leastText = 250;

const rowsOf = (result: unknown): number =>
  typeof result === 'object' && result !== null && 'items' in result && Array.isArray(result.items)
    ? result.items.length
    : 0;

/**
 * Reads a page of at most `limit` rows. A page that is too long is read again with fewer rows, so that its
 * cursor follows the last row shown.
 */
export const readPage = async (
  read: (limit: number) => Promise<unknown>,
  limit: number,
): Promise<unknown> => {
  const result = await read(limit);
  const share = mostCharacters / JSON.stringify(result).length;
  const rows = rowsOf(result);
  return share >= 1 || rows < 2 ? result : readPage(read, Math.max(1, Math.floor(rows * share)));
};

/**
 * Cuts the longest texts of a result until it fits, and says so in each. Returns undefined if it cannot fit.
 */
export const cutTexts = (result: unknown): unknown => {
  let json = JSON.stringify(result);
  for (let longest = mostCharacters / 2; longest >= leastText; longest /= 2) {
    if (json.length <= mostCharacters) break;
    const most = Math.floor(longest);
    json = JSON.stringify(result, (_key, value) =>
      typeof value === 'string' && value.length > most
        ? `${value.slice(0, most).toWellFormed()}… [cut: ${value.length} characters]`
        : value,
    );
  }
  return json.length <= mostCharacters ? JSON.parse(json) : undefined;
};
