const bar = '█';
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar chart with one line per row; the longest bar fills the width. */
export const barChart = (
  rows: readonly { label: string; value: number }[],
  width: number,
): string => {
  const most = Math.max(0, ...rows.map(({ value }) => value));
  const labelWidth = Math.max(0, ...rows.map(({ label }) => label.length));
  const valueWidth = String(most).length;
  const room = Math.max(10, width - labelWidth - valueWidth - 4);
  return rows
    .map(({ label, value }) => {
      const steps = most === 0 ? 0 : Math.round((value / most) * room * 8);
      const drawn = bar.repeat(Math.floor(steps / 8)) + eighths[steps % 8];
      return `${label.padEnd(labelWidth)}  ${String(value).padStart(valueWidth)}  ${drawn}`.trimEnd();
    })
    .join('\n');
};
