import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from './connection/database.ts';
import { reachesServerDirectly } from './connection/session-settings.ts';

const progressMs = 10_000;

/** An index that is built while others read and write its table. */
interface ConcurrentIndex {
  name: string;
  statement: string;
}

/**
 * Returns the indexes that a migration builds concurrently. Such a migration may have no other statement,
 * because it runs outside a transaction.
 * @throws Error if it has another statement
 */
export const concurrentIndexes = (text: string): ConcurrentIndex[] => {
  const code = text.replace(/^\s*--.*$/gm, '');
  if (!/^\s*create (unique )?index concurrently\b/m.test(code)) return [];
  const statements = code.split(/;\s*$/m).flatMap((part) => part.trim() || []);
  return statements.map((statement) => {
    const [, name] =
      statement.match(/^create (?:unique )?index concurrently if not exists (\w+) /) ?? [];
    if (name === undefined)
      throw new Error(`not an index that is built concurrently: ${statement}`);
    return { name, statement };
  });
};

interface Watch {
  /** Reads the progress on other connections, because the building keeps its own busy. */
  watching?: Db;
  onProgress?: (line: string) => void;
  /** The default is ten seconds. */
  everyMs?: number;
}

/**
 * Builds an index unless it exists. Drops the rest of a failed attempt first, and waits for an index that is
 * being built.
 */
export const createIndexConcurrently = async (
  db: Db,
  { name, statement }: ConcurrentIndex,
  { watching = db, onProgress = () => undefined, everyMs = progressMs }: Watch = {},
): Promise<void> => {
  // A pooler may run the next statement in another session, so settings of a session would not hold.
  const isDirect = await reachesServerDirectly(db);
  if (isDirect) await sql`set statement_timeout = 0; set lock_timeout = 0`.execute(db);
  const watch = setInterval(() => {
    readProgress(watching, name).then(
      (line) => line && onProgress(line),
      () => undefined,
    );
  }, everyMs);
  try {
    while ((await readState(db, name)) === 'building') await pause(1_000);
    if ((await readState(db, name)) === 'invalid') {
      await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db);
    }
    await sql.raw(statement).execute(db);
  } finally {
    clearInterval(watch);
    if (isDirect) await sql`reset statement_timeout; reset lock_timeout`.execute(db);
  }
};

const readProgress = async (db: Db, name: string): Promise<string | undefined> => {
  const { rows } = await sql<{ line: string }>`
    select format('index %s: %s, ', ${name}::text, p.phase) || coalesce(
      'held up by process ' || nullif(p.current_locker_pid, 0),
      round(100.0 * greatest(p.blocks_done, p.tuples_done) / nullif(greatest(p.blocks_total, p.tuples_total), 0))
        || ' % of this phase', '') as line
    from pg_stat_progress_create_index p where p.index_relid = to_regclass(quote_ident(${name}))
  `.execute(db);
  return rows[0]?.line;
};

const readState = async (db: Db, name: string): Promise<string | undefined> => {
  const { rows } = await sql<{ state: string }>`
    select case when i.indisvalid then 'valid' when p.pid is not null then 'building' else 'invalid' end as state
    from pg_index i left join pg_stat_progress_create_index p on p.index_relid = i.indexrelid
    where i.indexrelid = to_regclass(quote_ident(${name}))
  `.execute(db);
  return rows[0]?.state;
};
