import type { Logger } from 'pino';
import type { Db } from '../db/connection/database.ts';
import type { AppParts } from './app.ts';

/** What a warm-up works with. */
export interface WarmUpTask {
  parts: AppParts;
  /** Statements that are run here are in no metrics and traces. */
  unreported: Db;
  /** Aborts when the time is over or the service stops; the warm-up then ends without an error. */
  signal: AbortSignal;
}

/** Prepares a process for load. */
export type WarmUp = (task: WarmUpTask) => Promise<void>;

/** The warm-up of a service, which is not ready before it has ended. */
export interface WarmingService {
  hasEnded: () => boolean;
  /** Runs it, for two seconds at most. A failure is logged, and ends it. Never rejects. */
  run: (warmUp: WarmUp, task: Omit<WarmUpTask, 'signal'>, log: Logger) => Promise<void>;
  /** Ends it early. */
  stop: () => void;
}

const maxMs = 2_000;

/** A warm-up that has not started. */
export const createWarmUp = (): WarmingService => {
  const stopped = new AbortController();
  let ended = false;
  return {
    hasEnded: () => ended,
    run: async (warmUp, task, log) => {
      const timer = setTimeout(() => stopped.abort(), maxMs);
      const cut = new Promise<void>((resolve) => {
        stopped.signal.addEventListener('abort', () => resolve(), { once: true });
      });
      try {
        await Promise.race([warmUp({ ...task, signal: stopped.signal }), cut]);
      } catch (error) {
        log.warn({ err: error }, 'the warm-up failed; ready without it');
      } finally {
        clearTimeout(timer);
        ended = true;
      }
    },
    stop: () => stopped.abort(),
  };
};
