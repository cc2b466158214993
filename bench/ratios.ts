const tablesOf = (text: string): string[][][] =>
  [...text.matchAll(/^\|.*(?:\n\|.*)+$/gm)].map(([rows]) =>
    rows.split('\n').map((row) => row.split('|').slice(1, -1)),
  );

const figure = /(?<![\w,.])\d[\d,]*(?:\.\d+)?/g;
const numberIn = (text: string): number => Number(text.replaceAll(',', ''));

/** The figures of a cell over those of another; the cell itself if they are equal or not of the same form. Ranges are left out. */
const cellRatio = (cell: string, old: string): string => {
  const [now, before] = [cell, old].map((text) => text.replace(/ \([\d.,]+–[\d.,]+\)/, ''));
  const landed = before?.match(figure)?.map(numberIn) ?? [];
  if (now === undefined || now === before || now.match(figure)?.length !== landed.length)
    return cell;
  let index = 0;
  return now.replaceAll(figure, (text) => {
    const over = numberIn(text) / (landed[index++] ?? Number.NaN);
    return Number.isFinite(over) ? `${over.toFixed(2)}×` : text;
  });
};

/** The tables of a text as ratios to those of an older one that have the same head and rows; empty if there are none. */
export const ratiosTo = (landed: string, text: string): string => {
  const older = tablesOf(landed);
  const compared = tablesOf(text).flatMap((rows) => {
    const old = older.find(
      (candidate) =>
        candidate.length === rows.length &&
        candidate.every((row, n) => row[0] === rows[n]?.[0]) &&
        String(candidate[0]) === String(rows[0]),
    );
    if (!old) return [];
    const [head = [], rule = [], ...body] = rows;
    const ratios = body.map((row, n) =>
      row.map((cell, column) =>
        column === 0 ? cell : cellRatio(cell, old[n + 2]?.[column] ?? ''),
      ),
    );
    return [[head, rule, ...ratios].map((row) => `|${row.join('|')}|`).join('\n')];
  });
  return compared.join('\n\n');
};
