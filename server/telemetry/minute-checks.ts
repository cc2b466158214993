import { Gauge, type Registry } from 'prom-client';
import { minuteMs } from '../core/civil-time.ts';
import { reasonOf } from '../text/error-reason.ts';

/** A smaller difference of the clocks is not logged. */
const toleratedSeconds = 5;

/** The dependencies that are checked every minute. */
export interface Surroundings {
  readDatabaseTime: () => Promise<Date | undefined>;
  /** Throws if the attachment storage cannot be used. */
  checkStorage: () => Promise<void>;
  now: () => Date;
  log: { warn: (fields: object, message: string) => void };
}

/**
 * Compares the process's clock with the database's and checks the attachment storage, at once and
 * every minute. Logs what is wrong. Returns a function that stops it.
 */
export const startMinuteChecks = (
  registry: Registry,
  { readDatabaseTime, checkStorage, now, log }: Surroundings,
): (() => void) => {
  const offset = new Gauge({
    name: 'leitor_clock_offset_seconds',
    help: "How far the process's clock is at least ahead of the database's, in seconds; negative if it is behind.",
    aggregator: 'first',
    registers: [registry],
  });
  const checkClock = async (): Promise<void> => {
    const before = now().getTime();
    const database = (await readDatabaseTime())?.getTime() ?? before;
    const after = now().getTime();
    // The database read its clock between the two moments, so a slow reply is no difference.
    const seconds = (Math.max(0, before - database) - Math.max(0, database - after)) / 1_000;
    offset.set(seconds);
    if (Math.abs(seconds) > toleratedSeconds)
      log.warn(
        { seconds },
        "the clock differs from the database's: synchronise both machines (NTP)",
      );
  };
  const check = (): void => {
    checkClock().catch((error) =>
      log.warn({ reason: reasonOf(error) }, "the database's clock could not be read"),
    );
    checkStorage().catch((error) =>
      log.warn({ reason: reasonOf(error) }, 'the attachment storage cannot be used'),
    );
  };
  check();
  const timer = setInterval(check, minuteMs);
  timer.unref();
  return () => clearInterval(timer);
};
