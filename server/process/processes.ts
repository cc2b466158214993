import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { aggregateMetrics } from '../telemetry/process-metrics.ts';

// Several processes of the service can share the ports (PROCESSES). The primary process serves nothing: it
// starts them, replaces those that end, forwards signals and adds up their metrics. Jobs need no separate
// process, because their leases let only one process run each.

const restartPauseMs = 1_000;
const ready = 'ready';

/** Returns true if this process only starts and watches the others. */
export const isPrimaryOf = (processes: number): boolean => processes > 1 && cluster.isPrimary;

/**
 * Returns the signals that stop this process. One of several processes ignores SIGINT, because a terminal
 * sends it to all and the primary process forwards it.
 */
export const stopSignals = (): NodeJS.Signals[] => {
  if (!cluster.isWorker) return ['SIGTERM', 'SIGINT'];
  process.on('SIGINT', () => {});
  return ['SIGTERM'];
};

/** Returns true for one of the processes: what one does for all is its work. */
export const isFirst = (): boolean => (cluster.worker?.id ?? 1) === 1;

/** Reports to the primary process, if there is one, that this process serves requests. */
export const reportReady = (): void => {
  if (cluster.isWorker) process.send?.(ready);
};

/**
 * Starts this program in several processes until SIGTERM or SIGINT; then sends them SIGTERM and exits with
 * 0. Exits with 1 at a second signal, or if a process ends before it was ready for the first time.
 */
export const superviseProcesses = (count: number, log: Logger): void => {
  const running = new Set<Worker>();
  let stopping = false;
  let exitCode = 0;

  const stop = (code: number): void => {
    stopping = true;
    exitCode = code;
    for (const worker of running) worker.process.kill('SIGTERM');
  };

  const startOne = (isReplacement: boolean): void => {
    let isReady = isReplacement;
    const worker = cluster.fork();
    running.add(worker);
    worker.on('message', (message) => {
      if (message === ready) isReady = true;
    });
    worker.once('exit', async (code, signal) => {
      running.delete(worker);
      if (!stopping && isReady) {
        log.error(
          { code, signal, pid: worker.process.pid },
          'a process ended; starting another one',
        );
        await pause(restartPauseMs);
        if (!stopping) return startOne(true);
      } else if (!stopping) {
        stop(1);
      } else if (code !== 0) {
        exitCode = 1;
      }
      if (running.size === 0) process.exit(exitCode);
    });
  };

  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping) {
      for (const worker of running) worker.process.kill('SIGKILL');
      process.exit(1);
    }
    log.info({ signal, processes: count }, 'stopping');
    stop(0);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  aggregateMetrics();
  for (let started = 0; started < count; started += 1) startOne(false);
};
