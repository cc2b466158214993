import type { Bindings, Logger } from 'pino';
import type { Db, Tx } from '../../db/connection/database.ts';
import { isReplicaFault, isSerializationFailure } from '../../db/connection/errors.ts';
import type { Replicas } from '../../db/connection/replicas.ts';
import type { Caches } from '../clients/cache.ts';
import type { Embeddings } from '../clients/embeddings.ts';
import type { Mailbox } from '../clients/imap.ts';
import type { LanguageModel } from '../clients/llm.ts';
import type { Newsletter } from '../clients/newsletter.ts';
import type { RecentWriters } from '../clients/recent-writers.ts';
import type { Scanner } from '../clients/scanner.ts';
import type { SmtpClient } from '../clients/smtp.ts';
import type { Storage } from '../clients/storage.ts';
import type { WebhookSender } from '../clients/webhook-sender.ts';
import type { Config } from '../config/config.ts';
import { includesRole, type Role } from '../config/roles.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { RunSpan } from '../telemetry/tracing.ts';
import { AppError } from './errors.ts';

export type Actor = Person | { kind: 'anonymous' } | { kind: 'service'; name: string };

interface Person {
  kind: 'person';
  subject: string;
  email?: string;
  name?: string;
  role: Role;
  sessionId?: number;
  /** Set if the caller has a key instead of a person's token. */
  key?: {
    id: number;
    ownerEmail: string | null;
    domains: readonly string[] | null;
    expiresAt: Date | null;
  };
}

export interface Log extends Pick<Logger, 'debug' | 'info' | 'warn' | 'error'> {
  child: (bindings: Bindings) => Log;
}

/**
 * The context of a service function. Only a check of the caller's right, such as {@link requireRole}, gives
 * access to its database, so a function without one does not compile.
 */
export interface Context {
  db: Pick<Db, 'isTransaction'>;
  /** Undefined without read replicas; see {@link readFromReplica}. */
  reads: { replicas: Replicas; writers: RecentWriters } | undefined;
  actor: Actor;
  request: {
    channel: 'http' | 'trpc' | 'job';
    client?: string | undefined;
    /** The id in log lines and the audit trail; undefined for jobs. */
    id: string | undefined;
    /** True for a GET or a tRPC query; only their reads may use a replica. */
    readsOnly: boolean;
  };
  /** Throws before a job's transaction commits if another process has taken the run over. */
  fence?: (tx: Tx) => Promise<void>;
  now: () => Date;
  log: Log;
  /** The configuration; the addresses default to those of the listeners. */
  config: Config & { publicUrl: string; consoleUrl: string };
  llm: LanguageModel;
  /** Undefined if search by meaning is off. */
  embeddings: Embeddings | undefined;
  mail: SmtpClient | undefined;
  /** Undefined if none is configured. */
  mailbox: Mailbox | undefined;
  webhooks: WebhookSender;
  /** Undefined if none is configured. */
  scanner: Scanner | undefined;
  newsletter: Newsletter;
  cache: Caches;
  metrics: Metrics;
  span: RunSpan;
  storage: Storage;
}

/** Holds state in memory for each running service, such as a queue; it is created at its first use. */
export const perService = <T extends object>(
  create: () => T,
): ((ctx: Pick<Context, 'cache'>) => T) => {
  const states = new WeakMap<Caches, T>();
  return ({ cache }) => {
    const known = states.get(cache);
    if (known) return known;
    const created = create();
    states.set(cache, created);
    return created;
  };
};

export interface CheckedContext extends Context {
  db: Db;
}

interface PersonContext extends CheckedContext {
  actor: Person & { email: string };
}

export interface TxContext extends CheckedContext {
  db: Tx;
}

export type BaseContext = Omit<CheckedContext, 'actor' | 'request' | 'log' | 'fence'>;

/** The context of jobs, the start and tools, which has every right. */
export const serviceContext = (base: BaseContext, name: string, log: Log): CheckedContext => ({
  ...base,
  actor: { kind: 'service', name },
  request: { channel: 'job', id: undefined, readsOnly: false },
  log,
});

const maxAttempts = 3;

/**
 * Runs `work` in a transaction; nested calls join the outer one. It runs again after a serialization failure
 * (three times in total), so `work` must only use the database: no model, mail or storage calls.
 * @param options.dryRun rolls back when `work` returns, unless the transaction is an outer one
 */
export const inTransaction = async <T>(
  ctx: CheckedContext,
  work: (tx: TxContext) => Promise<T>,
  { dryRun = false }: { dryRun?: boolean | undefined } = {},
): Promise<T> => {
  if (isTransaction(ctx)) return work(ctx);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await (dryRun
        ? rollBackAfter(ctx, work)
        : ctx.db.transaction().execute(async (tx) => {
            const result = await work({ ...ctx, db: tx });
            await ctx.fence?.(tx);
            return result;
          }));
    } catch (error) {
      if (attempt === maxAttempts || !isSerializationFailure(error)) throw error;
    }
  }
};

const rollBackAfter = async <T>(
  ctx: CheckedContext,
  work: (tx: TxContext) => Promise<T>,
): Promise<T> => {
  const tx = await ctx.db.startTransaction().execute();
  try {
    return await work({ ...ctx, db: tx });
  } finally {
    await tx.rollback().execute();
  }
};

/**
 * Reads data up to two seconds old from a replica; uses the primary after a recent write of the caller or
 * `subject` (docs/behaviour/http.md#reads-from-replicas). `read` may run twice.
 */
export const readFromReplica = <T>(
  ctx: CheckedContext,
  read: (db: Db) => Promise<T>,
  subject?: string,
): Promise<T> =>
  ctx.reads && ctx.request.readsOnly && !isTransaction(ctx)
    ? readFrom(ctx.reads, ctx, read, subject)
    : read(ctx.db);

const readFrom = async <T>(
  { replicas, writers }: NonNullable<Context['reads']>,
  ctx: CheckedContext,
  read: (db: Db) => Promise<T>,
  subject: string | undefined,
): Promise<T> => {
  const wrote = await writers.includes([writerOf(ctx.actor), ...(subject ? [subject] : [])]);
  // The replica is picked after reading `wrote`: it then has every write that is no longer recent.
  const replica = wrote ? undefined : replicas.pick();
  if (!replica) {
    ctx.metrics.replicaRead(wrote ? 'recent-write' : 'no-replica');
    return read(ctx.db);
  }
  try {
    const result = await replica.run(read);
    ctx.metrics.replicaRead('replica');
    return result;
  } catch (error) {
    if (!isReplicaFault(error)) throw error;
    ctx.log.warn({ err: error }, 'a read failed on a replica; repeating it on the primary');
    ctx.metrics.replicaRead('replica-failed');
    return read(ctx.db);
  }
};

/**
 * Sends the next reads of the caller or the subject to the primary. Call it before the response of a write.
 */
export const noteWrite = async (
  { reads, actor }: Pick<Context, 'reads' | 'actor'>,
  subject?: string,
): Promise<void> => {
  await reads?.writers.add(subject ?? writerOf(actor));
};

const writerOf = (actor: Actor): string =>
  actor.kind === 'person' ? `person:${actor.email ?? actor.subject}` : actor.kind;

const isTransaction = (ctx: CheckedContext): ctx is TxContext => ctx.db.isTransaction;

export const hasRole = (actor: Actor, role: Role): boolean => {
  if (actor.kind === 'service') return true;
  return actor.kind === 'person' && includesRole(actor.role, role);
};

/** Requires a role, in a service function's first line. @throws AppError `invalid-token`, `forbidden` */
export function requireRole(ctx: Context, role: Role): asserts ctx is CheckedContext {
  refuseWithoutRole(ctx.actor, role);
}

/** Requires a person with an e-mail. @throws AppError `invalid-token` */
export function requireEmail(ctx: Context): asserts ctx is PersonContext {
  refuseWithoutRole(ctx.actor, 'reader');
  if (ctx.actor.kind !== 'person' || !ctx.actor.email) throw new AppError('invalid-token');
}

/** Lets everybody call the function, even without a token. */
export function anybody(_ctx: Context): asserts _ctx is CheckedContext {}

/** Requires a job as the caller. @throws AppError `invalid-token`, `forbidden` */
export function onlyService(ctx: Context): asserts ctx is CheckedContext {
  refuseWithoutRole(ctx.actor, 'admin');
  if (ctx.actor.kind !== 'service') throw new AppError('forbidden');
}

/** Refuses a key that is not for a domain; undefined is a route of none. @throws AppError `forbidden` */
export const refuseOutsideDomains = (actor: Actor, domain: string | undefined): void => {
  const domains = actor.kind === 'person' ? actor.key?.domains : undefined;
  if (!domains || (domain !== undefined && domains.includes(domain))) return;
  throw new AppError('forbidden', { detail: `the key is for ${domains.join(', ')}` });
};

/**
 * Checks the role for transports, which authenticate before they build a context. Throws like {@link
 * requireRole}.
 */
export const refuseWithoutRole = (actor: Actor, role: Role): void => {
  if (actor.kind === 'anonymous') throw new AppError('invalid-token');
  if (!hasRole(actor, role)) throw new AppError('forbidden', { requiredRole: role });
};
