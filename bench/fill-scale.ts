import { readFile } from 'node:fs/promises';
import { openDatabase } from '../db/connection/database.ts';
import { withClient } from '../db/connection/session-settings.ts';
import { migrate } from '../db/migrate.ts';
import { foldResponseDays } from '../db/reports/response-days.ts';
import { ignoreIdleErrors } from './benchmark.ts';

/** Migrates a database, and fills it with `fill-scale.sql` and the days of response times. */
export const fillScale = async (
  url: string,
  { tickets, readers, log }: { tickets: number; readers: number; log: (line: string) => void },
): Promise<void> => {
  const { db, close } = await openDatabase({ url, poolSize: 1 }, ignoreIdleErrors);
  await migrate(db);
  const statements = await readFile(new URL('./fill-scale.sql', import.meta.url), 'utf8');
  await withClient({ connectionString: url }, async (client) => {
    await client.query(`set bench.tickets = ${tickets}; set bench.readers = ${readers}`);
    for (const statement of statements.split(/;\n\n/)) {
      const started = performance.now();
      await client.query(statement);
      const seconds = (performance.now() - started) / 1_000;
      if (seconds > 5) log(`${seconds.toFixed(0)} s: ${statement.trim().slice(0, 60)}`);
    }
  });
  const fold = () => db.transaction().execute((tx) => foldResponseDays(tx, 30));
  while (await fold()) {}
  await close();
};
