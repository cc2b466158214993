import { startService } from '../../server/boot.ts';
import { parseConfig } from '../../server/config/config.ts';
import { stopOnSignal } from '../../server/process/signals.ts';
import { createLogger } from '../../server/telemetry/logging.ts';

// Runs the service in its own process with a test's clock. It starts at CLOCK, or CLOCK_AHEAD_MS from the
// real time, and runs CLOCK_RATE times as fast (default 1). LEASE_MS is the lease of jobs.
const started = Date.now();
const clock = process.env.CLOCK
  ? new Date(process.env.CLOCK).getTime()
  : started + Number(process.env.CLOCK_AHEAD_MS ?? 0);
const rate = Number(process.env.CLOCK_RATE ?? 1);
const config = parseConfig(process.env);
const log = createLogger(config.logLevel, false);
const service = await startService(config, log, {
  now: () => new Date(clock + (Date.now() - started) * rate),
  jobs: { ...(process.env.LEASE_MS && { leaseMs: Number(process.env.LEASE_MS) }) },
});
log.info({ public: service.publicUrl }, 'ready');
stopOnSignal(service, log);
