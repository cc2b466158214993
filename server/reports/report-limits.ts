import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import { perService } from '../context.ts';
import { AppError } from '../errors.ts';

/** How long an entry of the report cache lives, in seconds. */
export const reportLifeSeconds = 7_200;

const maxQueuedLoads = 16;
const maxCachedBytes = 8 * 1_048_576;
const callersRemembered = 10_000;
const emptyReportMs = 10_000;
const emptyReportBytes = 4 * 1_048_576;

/** What one caller's reports may use of this process and of the shared cache (docs/behaviour.md#reports). */
export interface ReportLimits {
  /**
   * Runs an uncached report. A caller's reports run one at a time, so that they hold one database connection at most.
   *
   * @throws AppError `rate-limited` if 16 of the caller's reports are waiting
   */
  run: <T>(caller: string, load: () => Promise<T>) => Promise<T>;
  /** Whether the caller may cache so many more bytes: 8 MiB in the lifetime of an entry, which bounds what a caller holds. */
  mayCache: (caller: string, bytes: number, now: Date) => boolean;
  /** Reports without any ticket: cached in this process for ten seconds, so that invented categories cannot fill Redis. */
  empty: {
    find: (key: string, now: Date) => { text: string; loadedAt: Date; expiresAt: Date } | undefined;
    store: (key: string, text: string, now: Date) => void;
    clear: () => void;
  };
}

const createReportLimits = (): ReportLimits => {
  const queues = new Map<string, LimitFunction>();
  const cached = new LRUCache<string, { bytes: number; since: number }>({ max: callersRemembered });
  const empty = new LRUCache<string, { text: string; loadedAt: Date; expiresAt: Date }>({
    maxSize: emptyReportBytes,
    sizeCalculation: ({ text }, key) => text.length + key.length,
  });
  return {
    run: async (caller, load) => {
      const queue = queues.get(caller) ?? pLimit(1);
      if (queue.pendingCount >= maxQueuedLoads) throw new AppError('rate-limited');
      queues.set(caller, queue);
      try {
        return await queue(load);
      } finally {
        if (queue.activeCount + queue.pendingCount === 0) queues.delete(caller);
      }
    },
    mayCache: (caller, bytes, now) => {
      const used = cached.get(caller);
      const isCurrent = used && now.getTime() - used.since < reportLifeSeconds * 1_000;
      const next = isCurrent
        ? { bytes: used.bytes + bytes, since: used.since }
        : { bytes, since: now.getTime() };
      if (next.bytes > maxCachedBytes) return false;
      cached.set(caller, next);
      return true;
    },
    empty: {
      find: (key, now) => {
        const entry = empty.get(key);
        return entry && entry.expiresAt > now ? entry : undefined;
      },
      store: (key, text, now) => {
        const expiresAt = new Date(now.getTime() + emptyReportMs);
        empty.set(key, { text, loadedAt: now, expiresAt });
      },
      clear: () => empty.clear(),
    },
  };
};

/** The limits of a service. */
export const reportLimitsOf = perService(createReportLimits);
