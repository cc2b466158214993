import { startService } from '../../server/boot.ts';
import { parseConfig } from '../../server/config.ts';
import { createLogger } from '../../server/logging.ts';
import { stopOnSignal } from '../../server/signals.ts';

// The service in a process of its own, at a time of day of the test's choosing (CLOCK), with short leases (LEASE_MS).
const started = Date.now();
const clock = new Date(process.env.CLOCK ?? '').getTime();
const config = parseConfig(process.env);
const log = createLogger(config.logLevel, false);
const service = await startService(config, log, {
  now: () => new Date(clock + Date.now() - started),
  jobs: { leaseMs: Number(process.env.LEASE_MS) },
});
log.info({ public: service.publicUrl }, 'ready');
stopOnSignal(service, log);
