import { readFile } from 'node:fs/promises';
import { runStatement } from '../scripts/servers/postgres.ts';

const daysShort = 20;
const daysLong = 300;

/**
 * Fills a migrated database with two hundred quizzes, and 20 000 readers who read two days of
 * three, for fewer days in a short run.
 */
export const fillQuizzes = async (url: string, { short }: { short: boolean }): Promise<void> => {
  const data = await readFile(new URL('./quizzes.sql', import.meta.url), 'utf8');
  await runStatement(url, `set bench.days = ${short ? daysShort : daysLong};\n${data}`);
};

/** A reader's e-mail. */
export const emailOf = (reader: number): string => `leitora${reader}@exemplo.com.br`;
