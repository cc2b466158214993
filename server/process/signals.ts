import type { Logger } from 'pino';

/** Closes the service on one of the signals and exits with 0; a second signal exits at once with 1. */
export const stopOnSignal = (
  service: { close: () => Promise<void> },
  log: Logger,
  signals: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT'],
): void => {
  let stopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    try {
      await service.close();
      log.info('stopped');
      log.flush(() => process.exit(0));
    } catch (error) {
      log.error({ err: error }, 'could not close the service');
      log.flush(() => process.exit(1));
    }
  };
  for (const signal of signals) process.on(signal, stop);
};
