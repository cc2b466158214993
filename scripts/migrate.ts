import { join } from 'node:path';
import { openDatabase } from '../db/connection.ts';
import { migrate } from '../db/migrate.ts';
import { parseConfig } from '../server/config.ts';

// `npm run migrate`: brings the configured database up to this version and stops.
const config = parseConfig(process.env);
const database = await openDatabase(
  config.database ?? { directory: join(config.dataDirectory, 'database') },
  (error) => console.error(error.message),
);
try {
  const applied = await migrate(database.db);
  console.log(applied.length > 0 ? `applied: ${applied.join(', ')}` : 'nothing to apply');
} finally {
  await database.close();
}
