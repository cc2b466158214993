import { type Kysely, sql } from 'kysely';
import pg from 'pg';

// JIT turns a 1.7 ms report into a 70 ms one; timeouts free connections of stuck statements.
const settings: Readonly<Record<string, string>> = {
  jit: 'off',
  statement_timeout: '10s',
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: '10s',
  timezone: 'UTC',
};

/** A marker setting: it is present only if a connection's startup options reached the server. */
const mark = 'leitor.startup_options';

const optionsWith = (limitMs: number | undefined): string => {
  const limits = limitMs && {
    statement_timeout: limitMs,
    lock_timeout: limitMs,
    idle_in_transaction_session_timeout: limitMs,
  };
  return Object.entries({ ...settings, ...limits, [mark]: 'on' })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
};

/**
 * Sends session settings as startup options. A pooler that refuses those must have them itself
 * (docs/operations.md#pgbouncer), and the client sets only its time zone. Connects once; rejects if the
 * database is unreachable or a session of the pooler lacks a setting.
 */
export const sessionConfig = async (
  url: string,
  connectionTimeoutMillis: number,
  limitMs?: number,
): Promise<Pick<pg.PoolConfig, 'options' | 'onConnect'>> => {
  const base = { connectionString: url, connectionTimeoutMillis };
  const options = optionsWith(limitMs);
  if (await reachesServer({ ...base, options })) return { options };
  await withClient(base, requireSettings);
  return { onConnect: async (client) => void (await client.query(setTimeZone)) };
};

const setTimeZone = `set timezone = '${settings.timezone}'`;

const reachesServer = async (config: pg.ClientConfig): Promise<boolean> => {
  try {
    return await withClient(config, async (client) => {
      const { rows } = await client.query(`select current_setting('${mark}', true) as mark`);
      return rows[0]?.mark === 'on';
    });
  } catch (error) {
    // The codes mean a protocol violation or an unsupported feature. Other causes appear when connecting
    // without options.
    if (error instanceof Error && 'code' in error && /^(08P01|0A000)$/.test(String(error.code))) {
      return false;
    }
    throw error;
  }
};

/** Returns true if no pooler shares this session; false on the embedded database. */
export const reachesServerDirectly = async <Tables>(db: Kysely<Tables>): Promise<boolean> => {
  const { rows } = await sql<{ mark: string | null }>`
    select current_setting(${mark}, true) as mark
  `.execute(db);
  return rows[0]?.mark === 'on';
};

const requireSettings = async (client: pg.Client): Promise<void> => {
  await client.query(setTimeZone);
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[], $2::text[]) as wanted (name, value) where current_setting(name) <> value`,
    [Object.keys(settings), Object.values(settings)],
  );
  if (rows.length === 0) return;
  const missing = rows.map(({ name }) => `${name} = ${settings[name]}`).join(', ');
  throw new Error(
    `the pooler's sessions need ${missing}: see connect_query in deploy/pgbouncer.ini`,
  );
};

export const withClient = async <T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ ...config, application_name: 'leitor' });
  // A broken connection also rejects the query; without a listener the event ends the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
};
