import { setTimeout as pause } from 'node:timers/promises';
import { type Database, type Db, type EndedStatement, openDatabase } from './database.ts';
import { pollServer } from './server-poll.ts';

interface Replica {
  /** Rejects with an outage (see `isOutage`) as soon as the replica does not respond. */
  run: <T>(read: (db: Db) => Promise<T>) => Promise<T>;
}

export interface Replicas {
  /** Picks a replica within the allowed staleness, round robin; undefined if there is none. */
  pick: () => Replica | undefined;
  /** Returns an upper bound by host and port; it grows while the replica does not respond. */
  staleness: () => { replica: string; seconds: number; usable: boolean }[];
  close: () => Promise<void>;
}

interface ReplicaOptions {
  primaryUrl: string;
  /** Each URL is one server, not a name for several. */
  urls: readonly string[];
  /** The maximum of connections to each replica. */
  poolSize: number;
  maxStalenessMs: number;
  onBroken: (error: Error) => void;
  onStatement?: (statement: EndedStatement) => void;
  /** Reports why a replica is left out; `problem` is undefined when the replica becomes usable. */
  onChange: (replica: string, problem: unknown) => void;
}

/** A position in the primary's log that was flushed by `askedAt` or later. */
interface Position {
  lsn: bigint;
  server: string;
  askedAt: number;
}

interface ReplyRow {
  lsn: string;
  server: string;
}

const historyMs = 60_000;
const closeMs = 1_000;

// A standby of another cluster, database or timeline has different data. The flushed position counts,
// because commits are flushed and a replica never receives more.
const primaryPosition = `
  select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text as lsn,
    concat_ws('/', (pg_control_system()).system_identifier, left(pg_walfile_name(pg_current_wal_flush_lsn()), 8),
      current_database()) as server`;
const replicaPosition = `
  select coalesce(pg_last_wal_replay_lsn() - '0/0'::pg_lsn, 0)::text as lsn,
    case when pg_is_in_recovery() then concat_ws('/', (pg_control_system()).system_identifier,
      upper(lpad(to_hex((pg_control_checkpoint()).timeline_id), 8, '0')), current_database()) else 'primary' end as server`;

/**
 * Opens streaming standbys in the background; skips unreachable ones. Staleness is computed from log
 * positions, so clocks and an idle primary do not matter.
 */
export const openReplicas = (options: ReplicaOptions): Replicas => {
  // Positions are ordered newest first.
  const positions: Position[] = [];
  const stopPolling = pollServer<ReplyRow>({
    url: options.primaryUrl,
    text: primaryPosition,
    onReply: ({ lsn, server }, askedAt) => {
      positions.unshift({ lsn: BigInt(lsn), server, askedAt });
      while (askedAt - (positions.at(-1)?.askedAt ?? askedAt) > historyMs) positions.pop();
    },
    // Without new positions every replica soon counts as stale, so a failure needs no handling.
    onFailure: () => undefined,
  });
  const replicas = options.urls.map((url) => watchReplica(url, positions, options));
  let turn = 0;
  return {
    pick: () => {
      const usable = replicas.filter(({ isUsable }) => isUsable());
      turn += 1;
      return usable.length === 0 ? undefined : usable[turn % usable.length];
    },
    staleness: () =>
      replicas.map(({ name, ageMs, isUsable }) => ({
        replica: name,
        seconds: ageMs() / 1_000,
        usable: isUsable(),
      })),
    close: async () => {
      await Promise.all([stopPolling(), ...replicas.map(({ close }) => close())]);
    },
  };
};

const watchReplica = (
  url: string,
  positions: readonly Position[],
  { poolSize, maxStalenessMs, onBroken, onStatement, onChange }: ReplicaOptions,
) => {
  const name = new URL(url).host;
  const inFlight = new Set<(error: Error) => void>();
  let database: Database | undefined;
  /** Undefined while the replica does not respond. */
  let replayed: Pick<Position, 'lsn' | 'server'> | undefined;
  let lastFreshAt = performance.now();
  let reported: 'usable' | 'left-out' | undefined;

  const ageMs = (): number => {
    const fresh = replayed && findFresh(positions, replayed);
    lastFreshAt = fresh?.askedAt ?? lastFreshAt;
    return performance.now() - lastFreshAt;
  };
  const isUsable = (): boolean => {
    const fresh = database && replayed && findFresh(positions, replayed);
    return fresh !== undefined && performance.now() - fresh.askedAt <= maxStalenessMs;
  };
  const report = (state: 'usable' | 'left-out', problem?: unknown): void => {
    if (state !== reported) onChange(name, problem);
    reported = state;
  };

  const stopPolling = pollServer<ReplyRow>({
    url,
    text: replicaPosition,
    onReply: async ({ lsn, server }) => {
      database ??= await openDatabase({ url, poolSize }, onBroken, onStatement);
      replayed = { lsn: BigInt(lsn), server };
      const [newest] = positions;
      if (isUsable()) report('usable');
      else if (newest && newest.server !== server)
        report('left-out', 'not a standby of DATABASE_URL');
      else if (ageMs() > maxStalenessMs) report('left-out', 'it lags');
    },
    onFailure: (error) => {
      replayed = undefined;
      const lost = new Error('the replica does not respond', { cause: error });
      for (const reject of inFlight) reject(Object.assign(lost, { code: 'ETIMEDOUT' }));
      report('left-out', error);
    },
  });

  return {
    name,
    ageMs,
    isUsable,
    run: async <T>(read: (db: Db) => Promise<T>): Promise<T> => {
      if (!database) throw new Error('the replica was never reached');
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      inFlight.add(reject);
      read(database.db).then(resolve, reject);
      return promise.finally(() => inFlight.delete(reject));
    },
    close: async () => {
      await stopPolling();
      // Rejected reads may still wait for a replica that does not respond.
      await Promise.race([database?.close(), pause(closeMs, undefined, { ref: false })]);
    },
  };
};

/** Returns the newest position up to which the replica has every commit. */
const findFresh = (
  positions: readonly Position[],
  has: Pick<Position, 'lsn' | 'server'>,
): Position | undefined =>
  positions.find(({ lsn, server }) => lsn <= has.lsn && server === has.server);
