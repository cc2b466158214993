import { PGlite } from '@electric-sql/pglite';
import { pgDump } from '@electric-sql/pglite-tools/pg_dump';
import { openDatabase } from '../db/connection/database.ts';
import { nextVersions, readFunctionFiles } from '../db/function-files.ts';
import { migrate } from '../db/migrate.ts';
import { writeGenerated } from './checks/generated-files.ts';

// `npm run schema`: dumps the migrated schema to db/schema.sql, and numbers the files of functions
// that changed. With --check it only compares.
const pglite = await PGlite.create();
const database = await openDatabase({ pglite }, console.error);
await migrate(database.db);
await database.close();
const dump = await pgDump({
  pg: pglite,
  args: ['--schema-only', '--no-owner', '--no-privileges', '--exclude-table=kysely_*'],
});
// Drop the dump's session settings and version comments.
const text = `-- Written by \`npm run schema\` from the migrations and functions. Do not edit.\n\n${(
  await dump.text()
)
  .replace(/^--$[\s\S]*?^SET default_table_access_method.*$\n/m, (head) =>
    head.slice(head.search(/^--\n-- Name:/m)),
  )
  .replace(/^(SET .*|SELECT pg_catalog\.set_config.*|\\(un)?restrict .*)\n/gm, '')
  .replace(/\n{3,}/g, '\n\n')
  .trim()}\n`;
await pglite.close();

const versions = nextVersions(await readFunctionFiles());
await writeGenerated(
  {
    'db/schema.sql': text,
    'db/functions/versions.json': `${JSON.stringify(versions, undefined, 2)}\n`,
  },
  'npm run schema',
);
