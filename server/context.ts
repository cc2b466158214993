import type { Bindings, Logger } from 'pino';
import type { Db, Tx } from '../db/connection.ts';
import { isSerializationFailure } from '../db/violations.ts';
import type { AiRegistry } from './ai/registry.ts';
import type { Cache } from './clients/cache.ts';
import type { LanguageModel } from './clients/llm.ts';
import type { Mail } from './clients/mail.ts';
import type { Newsletter } from './clients/newsletter.ts';
import type { Storage } from './clients/storage.ts';
import { AppError } from './errors.ts';
import type { Measures } from './observe/measures.ts';
import type { RunSpan } from './observe/tracing.ts';
import type { AnswerKeys } from './quiz/answer-keys.ts';

/** What a person may do, each role including those before it. */
export type Role = 'reader' | 'agent' | 'admin';

/** Who acts: a person with a token, somebody without one, or the service itself. */
export type Actor =
  | { kind: 'person'; subject: string; email?: string; name?: string; role: Role }
  | { kind: 'anonymous' }
  | { kind: 'service'; name: string };

/** Where things are logged. */
export interface Log extends Pick<Logger, 'debug' | 'info' | 'warn' | 'error'> {
  child: (bindings: Bindings) => Log;
}

/** All that a service function works with. Made in one place for each request or job. */
export interface Context {
  db: Db;
  actor: Actor;
  /** The present moment; tests set it. */
  now: () => Date;
  llm: LanguageModel;
  /** Outgoing mail; undefined where none is configured. */
  mail: Mail | undefined;
  /** The registered AI agents and tools. */
  ai: AiRegistry<Context>;
  replies: {
    /** Below it a generated reply is not saved; 0 to 1. */
    minConfidence: number;
  };
  newsletter: Newsletter;
  answerKeys: AnswerKeys;
  cache: Cache;
  log: Log;
  measures: Measures;
  /** Runs a step as a span of the trace it is part of. */
  span: RunSpan;
  /** Keeps the contents of attachments. */
  storage: Storage;
  /** Base address of the API, without a slash at its end. */
  publicUrl: string;
}

/** A context inside a transaction. */
export interface TxContext extends Context {
  db: Tx;
}

const maxAttempts = 3;

/**
 * Runs `work` in a transaction: committed when it answers, rolled back when it throws. Inside another transaction it is
 * part of that one. Where the database gave up only because of others (serialization failure, deadlock) it is run again,
 * up to three times in all, so it must do nothing but use the database: no model, mail or storage calls.
 */
export const inTransaction = async <T>(
  ctx: Context,
  work: (tx: TxContext) => Promise<T>,
): Promise<T> => {
  if (isTransaction(ctx)) return work(ctx);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ctx.db.transaction().execute((tx) => work({ ...ctx, db: tx }));
    } catch (error) {
      if (attempt === maxAttempts || !isSerializationFailure(error)) throw error;
    }
  }
};

const isTransaction = (ctx: Context): ctx is TxContext => ctx.db.isTransaction;

const rank: Record<Role, number> = { reader: 0, agent: 1, admin: 2 };

/** Whether the actor has the role or one above it. The service itself has them all. */
export const hasRole = (actor: Actor, role: Role): boolean => {
  if (actor.kind === 'service') return true;
  return actor.kind === 'person' && rank[actor.role] >= rank[role];
};

/** @throws AppError `invalid-token` for somebody unknown, `forbidden` for somebody without the role */
export const requireRole = (actor: Actor, role: Role): void => {
  if (actor.kind === 'anonymous') throw new AppError('invalid-token');
  if (!hasRole(actor, role)) throw new AppError('forbidden');
};
