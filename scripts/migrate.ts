import { parseArgs } from 'node:util';
import { type MigrationPlan, type PlannedStep, planMigrations } from '../db/migration-plan.ts';
import { migrateDatabase, openConfiguredDatabase } from '../server/process/open-resources.ts';
import { configOfCommand, runCommand } from './run-command.ts';

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1, notation: 'compact' });

const durationOf = (seconds: number): string =>
  seconds < 60 ? `about ${Math.ceil(seconds)} s` : `about ${Math.ceil(seconds / 60)} min`;

const lineOf = (
  name: string,
  what: string,
  { tables, seconds }: Pick<PlannedStep, 'tables' | 'seconds'>,
): string => {
  const sizes = tables.map(
    (table) => `${table.name} (${number.format(table.rows)} rows, ${number.format(table.bytes)}B)`,
  );
  return [name, what, ...sizes, durationOf(seconds)].join('; ');
};

const whatOf = ({ kind }: PlannedStep): string =>
  kind === 'index' ? 'builds indexes beside requests' : 'reads a table once beside requests';

const print = ({ pooled, steps, jobs }: MigrationPlan): void => {
  const connection = pooled
    ? 'a pooler: indexes are refused; use the DATABASE_URL of PostgreSQL itself'
    : 'straight to the database';
  console.log(`connection: ${connection}`);
  if (steps.length === 0) {
    console.log('nothing to apply');
    return;
  }
  const long = steps.filter(({ kind }) => kind === 'index' || kind === 'scan');
  for (const step of long) console.log(lineOf(step.name, whatOf(step), step));
  const others = steps.length - long.length;
  console.log(`${others} steps change the schema or replace functions, in moments`);
  const seconds = steps.reduce((sum, step) => sum + step.seconds, 0);
  console.log(`${durationOf(seconds)} in all, on an idle core`);
  for (const job of jobs)
    console.log(lineOf(`then the job ${job.job}`, 'prepares what is stored, with pauses', job));
};

// `npm run migrate` applies the pending migrations to the configured database; `-- --plan` only says what is
// to come.
await runCommand(async () => {
  const { values } = parseArgs({ options: { plan: { type: 'boolean', default: false } } });
  const database = await openConfiguredDatabase(configOfCommand(), (error) =>
    console.error(error.message),
  );
  try {
    if (values.plan) return print(await planMigrations(database));
    const applied = await migrateDatabase(database, console.error);
    console.log(applied.length > 0 ? `applied: ${applied.join(', ')}` : 'nothing to apply');
  } finally {
    await database.close();
  }
});
