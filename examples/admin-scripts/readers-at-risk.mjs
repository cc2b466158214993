import { createInternalClient, isInternalError } from '@leitor/internal';

// Prints the readers whose streak ends tonight unless they read, the longest first, as CSV:
//
//   LEITOR_URL=http://127.0.0.1:3001 LEITOR_TOKEN=… node readers-at-risk.mjs [least streak] > at-risk.csv

const { LEITOR_URL: url = 'http://127.0.0.1:3001', LEITOR_TOKEN: token = '' } = process.env;
const internal = createInternalClient({ url, token, timeoutMs: 60_000 });
const minStreak = Number(process.argv[2] ?? 1);

/** A cell of a CSV that a spreadsheet takes for a text, also if it looks like a formula. */
const cellOf = (value) => {
  const text = String(value ?? '');
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
};

const columns = ['email', 'name', 'currentStreak', 'maxStreak', 'lastDay'];

try {
  console.log(columns.join(','));
  let cursor;
  do {
    const page = await internal.streaks.list.query({
      atRisk: true,
      minStreak,
      limit: 1_000,
      cursor,
    });
    for (const reader of page.items) {
      console.log(columns.map((column) => cellOf(reader[column])).join(','));
    }
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
} catch (error) {
  if (!isInternalError(error)) throw error;
  console.error(`${error.data?.errorCode ?? 'no response'}: ${error.message}`);
  process.exitCode = 1;
}
