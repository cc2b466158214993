import pg from 'pg';

// JIT turns a 1.7 ms report into a 70 ms one; the time-outs keep one stuck query from holding a connection.
const settings: Readonly<Record<string, string>> = {
  jit: 'off',
  statement_timeout: '10s',
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: '10s',
  timezone: 'UTC',
};

/** Says, to whoever asks for it on a connection, that the startup options of this connection reached the server. */
const mark = 'leitor.startup_options';

const options = Object.entries({ ...settings, [mark]: 'on' })
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

const setHere = `select ${Object.entries(settings)
  .map(([name, value]) => `set_config('${name}', '${value}', false)`)
  .join(', ')}`;

/**
 * How the connections of a pool come by the session settings: as startup options, or, where a pooler in transaction mode refuses
 * or drops those, from the role.
 *
 * Such a pooler gives each transaction another connection of its own, so that what a session sets is not there in the next. What
 * the role has in this database holds on every connection that the pooler opens from then on. Each client sets it once more
 * where it begins: for connections that the pooler opened before, and because the pooler keeps the time zone itself, by client.
 *
 * Connects once to find out; throws where the database is out of reach.
 */
export const sessionConfig = async (
  url: string,
  connectionTimeoutMillis: number,
): Promise<Pick<pg.PoolConfig, 'options' | 'onConnect'>> => {
  const base = { connectionString: url, connectionTimeoutMillis };
  if (await reachesServer({ ...base, options })) return { options };
  await withClient(base, giveToRole);
  return { onConnect: async (client) => void (await client.query(setHere)) };
};

const reachesServer = async (config: pg.ClientConfig): Promise<boolean> => {
  try {
    return await withClient(config, async (client) => {
      const { rows } = await client.query(`select current_setting('${mark}', true) as mark`);
      return rows[0]?.mark === 'on';
    });
  } catch (error) {
    // Protocol violation, feature not supported. Whatever else may have been meant shows when connecting without options.
    if (error instanceof Error && 'code' in error && /^(08P01|0A000)$/.test(String(error.code))) {
      return false;
    }
    throw error;
  }
};

/** A role may always change its own settings. Processes that start at once take turns. */
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
  await client.query('commit');
};

/** Works on a connection of its own. */
export const withClient = async <T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ ...config, application_name: 'leitor' });
  // A connection that breaks also fails the query at hand; unheard, it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
};
