import type { Logger } from 'pino';
import type { Service } from './boot.ts';

/** Stops the service in order at SIGTERM or SIGINT and ends the process with 0; at a second signal, at once with 1. */
export const stopOnSignal = (service: Pick<Service, 'close'>, log: Logger): void => {
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
      log.error({ err: error }, 'could not stop in order');
      log.flush(() => process.exit(1));
    }
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
};
