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

/** Who acts: a person with a token, an anonymous caller, or the service itself. */
export type Actor = Person | { kind: 'anonymous' } | { kind: 'service'; name: string };

interface Person {
  kind: 'person';
  subject: string;
  email?: string;
  name?: string;
  role: Role;
  /** Of the console, if the person came with its cookie. */
  sessionId?: number;
}

/** The part of pino that services use. */
export interface Log extends Pick<Logger, 'debug' | 'info' | 'warn' | 'error'> {
  child: (bindings: Bindings) => Log;
}

/**
 * What a verb is called with, built in one place for each request or job. Nobody can query its
 * database before a check of the caller's right ({@link requireRole}, {@link requireEmail}, {@link
 * anybody}, {@link onlyService}) makes it a {@link CheckedContext}: a verb without one does not
 * compile.
 */
export interface Context {
  db: Pick<Db, 'isTransaction'>;
  /** Read replicas; undefined if there are none. See {@link readFromReplica}. */
  reads: { replicas: Replicas; writers: RecentWriters } | undefined;
  actor: Actor;
  request: {
    /** The public API, the internal API, or a job. */
    channel: 'http' | 'trpc' | 'job';
    /** The program that a caller of the internal API says it is. */
    client?: string | undefined;
    /** On its log lines and in the audit trail; a job has none. */
    id: string | undefined;
    /**
     * Whether it only reads: a GET, or a query of tRPC. Only then may its reads come from a
     * replica.
     */
    readsOnly: boolean;
  };
  /**
   * Of a job's run: throws in a transaction about to commit if another process has taken the run
   * over.
   */
  fence?: (tx: Tx) => Promise<void>;
  /** The current time; tests set it. */
  now: () => Date;
  log: Log;
  /**
   * What the service was started with. `publicUrl` is the address it listens on if none is
   * configured.
   */
  config: Config & { publicUrl: string };
  llm: LanguageModel;
  /** Finds tickets by meaning; undefined if that is off. */
  embeddings: Embeddings | undefined;
  mail: SmtpClient | undefined;
  /** The mailbox that readers write to; undefined if none is configured. */
  mailbox: Mailbox | undefined;
  webhooks: WebhookSender;
  /** Looks for malware in attachments; undefined if none is configured. */
  scanner: Scanner | undefined;
  newsletter: Newsletter;
  cache: Caches;
  metrics: Metrics;
  /** Runs a step in a span of the current trace. */
  span: RunSpan;
  storage: Storage;
}

/**
 * State that a domain keeps in memory for each running service, such as a queue: created at its
 * first use and gone with the service.
 */
export const perService = <T extends object>(
  create: () => T,
): ((ctx: Pick<Context, 'cache'>) => T) => {
  // Each service opens its caches once.
  const states = new WeakMap<Caches, T>();
  return ({ cache }) => {
    const known = states.get(cache);
    if (known) return known;
    const created = create();
    states.set(cache, created);
    return created;
  };
};

/** A context whose actor may do what the verb does: what helpers of verbs take. */
export interface CheckedContext extends Context {
  db: Db;
}

export interface PersonContext extends CheckedContext {
  actor: Person & { email: string };
}

export interface TxContext extends CheckedContext {
  db: Tx;
}

/** What every context of a process shares; a request or job adds who acts and how. */
export type BaseContext = Omit<CheckedContext, 'actor' | 'request' | 'log' | 'fence'>;

/**
 * A context for the service's own work: its jobs, its start, and tools that run in it. It has every
 * right.
 */
export const serviceContext = (base: BaseContext, name: string, log: Log): CheckedContext => ({
  ...base,
  actor: { kind: 'service', name },
  request: { channel: 'job', id: undefined, readsOnly: false },
  log,
});

const maxAttempts = 3;

/**
 * Runs `work` in a transaction: committed when it returns, rolled back when it throws. Nested calls
 * join the outer transaction. After a serialization failure or deadlock it runs again, up to three
 * times in all, so `work` must only use the database: no model, mail or storage calls. A job's run
 * that another process has taken over commits nothing.
 *
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
 * Runs a read whose result may be up to two seconds old (docs/behaviour/http.md#reads-from-replicas): on
 * a replica, or on the primary if the caller wrote recently or no replica is usable. If the replica
 * fails, `read` runs again on the primary. It must only use the database it is given.
 *
 * @param subject what the read is about, if {@link noteWrite} is called for that too
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
  // After that: what a replica has when it is picked includes every write that is not recent any
  // more.
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
 * Lets the caller's next reads, or all of a subject, come from the primary until the replicas have
 * what was written. Transports call it after every request that does not only read, before its
 * response.
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

/** Whether the actor has the role or a higher one. The service itself has all roles. */
export const hasRole = (actor: Actor, role: Role): boolean => {
  if (actor.kind === 'service') return true;
  return actor.kind === 'person' && includesRole(actor.role, role);
};

/**
 * States that a verb needs a role or a higher one. Its first line, as are the others below: they
 * narrow the context.
 *
 * @throws AppError `invalid-token` for anonymous callers; `forbidden`, with the required role, for
 * people without it
 */
export function requireRole(ctx: Context, role: Role): asserts ctx is CheckedContext {
  refuseWithoutRole(ctx.actor, role);
}

/**
 * States that a verb is for people with an e-mail: a reader's streak, attempts and groups belong to
 * it.
 *
 * @throws AppError `invalid-token` without one
 */
export function requireEmail(ctx: Context): asserts ctx is PersonContext {
  refuseWithoutRole(ctx.actor, 'reader');
  if (ctx.actor.kind !== 'person' || !ctx.actor.email) throw new AppError('invalid-token');
}

/** States that every caller may, also without a token. */
export function anybody(_ctx: Context): asserts _ctx is CheckedContext {}

/**
 * States that only the service itself may, in its jobs. @throws AppError `invalid-token`,
 * `forbidden`
 */
export function onlyService(ctx: Context): asserts ctx is CheckedContext {
  refuseWithoutRole(ctx.actor, 'admin');
  if (ctx.actor.kind !== 'service') throw new AppError('forbidden');
}

/**
 * Refuses an actor below a role: for transports, which authenticate before they build a context.
 *
 * @throws AppError `invalid-token`, `forbidden`, as {@link requireRole}
 */
export const refuseWithoutRole = (actor: Actor, role: Role): void => {
  if (actor.kind === 'anonymous') throw new AppError('invalid-token');
  if (!hasRole(actor, role)) throw new AppError('forbidden', { requiredRole: role });
};
