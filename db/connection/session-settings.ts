import pg from 'pg';

// JIT turns a 1.7 ms report into a 70 ms one; the timeouts keep a stuck statement from holding a connection.
const settings: Readonly<Record<string, string>> = {
  jit: 'off',
  statement_timeout: '10s',
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: '10s',
  timezone: 'UTC',
};

/** A setting that is only present if the startup options of a connection reached the server. */
const mark = 'leitor.startup_options';

const options = Object.entries({ ...settings, [mark]: 'on' })
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

const setHere = Object.entries(settings)
  .map(([name, value]) => `set_config('${name}', '${value}', false)`)
  .join(', ');

/**
 * How connections get the session settings: as startup options, or, behind a pooler in transaction mode that refuses or drops
 * those, from the role.
 *
 * Such a pooler may run each transaction in another session, so a `set` does not last. Settings of the role apply to every session
 * that the pooler opens from now on. Until then each statement that may open one also sets them in it. So does each client when it connects: for
 * sessions that the pooler had open before, and because the pooler tracks the time zone by client.
 *
 * Connects once to find out; rejects if the database is unreachable.
 */
export const sessionConfig = async (
  url: string,
  connectionTimeoutMillis: number,
): Promise<Pick<pg.PoolConfig, 'options' | 'onConnect'>> => {
  const base = { connectionString: url, connectionTimeoutMillis };
  if (await reachesServer({ ...base, options })) return { options };
  await withClient(base, giveToRole);
  return { onConnect: async (client) => void (await client.query(`select ${setHere}`)) };
};

const reachesServer = async (config: pg.ClientConfig): Promise<boolean> => {
  try {
    return await withClient(config, async (client) => {
      const { rows } = await client.query(
        `select current_setting('${mark}', true) as mark, ${setHere}`,
      );
      return rows[0]?.mark === 'on';
    });
  } catch (error) {
    // Protocol violation, feature not supported. Any other cause shows when connecting without options.
    if (error instanceof Error && 'code' in error && /^(08P01|0A000)$/.test(String(error.code))) {
      return false;
    }
    throw error;
  }
};

/** A role may always change its own settings. The lock serialises processes that start together. */
const giveToRole = async (client: pg.Client): Promise<void> => {
  await client.query('begin');
  await client.query("select pg_advisory_xact_lock(hashtext('session settings'))");
  const { rows } = await client.query<{ role: string; database: string; given: string[] }>(`
    select session_user as role, current_database() as database, coalesce(s.setconfig, '{}') as given
    from pg_database d
    left join pg_db_role_setting s
      on s.setdatabase = d.oid and s.setrole = (select oid from pg_roles where rolname = session_user)
    where d.datname = current_database()
  `);
  for (const { role, database, given } of rows) {
    const whose = `${client.escapeIdentifier(role)} in database ${client.escapeIdentifier(database)}`;
    const present = new Set(given.map((setting) => setting.toLowerCase()));
    for (const [name, value] of Object.entries(settings)) {
      if (present.has(`${name}=${value}`.toLowerCase())) continue;
      await client.query(`alter role ${whose} set ${name} = ${client.escapeLiteral(value)}`);
    }
  }
  await client.query(`select ${setHere}`);
  await client.query('commit');
};

/** Runs `work` on a connection of its own. */
export const withClient = async <T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ ...config, application_name: 'leitor' });
  // A broken connection also rejects the running query. Without a listener the event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
};
