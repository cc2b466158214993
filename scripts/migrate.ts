import { migrate } from '../db/migrate.ts';
import { parseConfig } from '../server/config/config.ts';
import { openConfiguredDatabase } from '../server/process/open-resources.ts';
import { runCommand } from './run-command.ts';

// `npm run migrate`: applies the pending migrations to the configured database.
await runCommand(async () => {
  const database = await openConfiguredDatabase(parseConfig(process.env), (error) =>
    console.error(error.message),
  );
  try {
    const applied = await migrate(database.db, {
      alone: database.alone,
      onWait: console.error,
    });
    console.log(applied.length > 0 ? `applied: ${applied.join(', ')}` : 'nothing to apply');
  } finally {
    await database.close();
  }
});
