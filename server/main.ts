import { parseConfig } from './config/config.ts';
import {
  isFirst,
  isPrimaryOf,
  reportReady,
  stopSignals,
  superviseProcesses,
} from './process/processes.ts';
import { stopOnSignal } from './process/signals.ts';
import { build } from './telemetry/build-info.ts';
import { createLogger } from './telemetry/logging.ts';
import { reasonOf } from './text/error-reason.ts';

// This is the service in production, which main.js starts. Only environment variables configure it; it has
// no demo data and no stubs.

try {
  const config = parseConfig(process.env);
  const log = createLogger(config.logLevel, process.stdout.isTTY);
  if (isPrimaryOf(config.processes)) {
    superviseProcesses(config.processes, log);
  } else {
    // The import is here because the primary of several processes does not need it.
    const { startService } = await import('./boot.ts');
    const service = await startService(config, log);
    const urls = { public: service.publicUrl, internal: service.internalUrl };
    log.info({ ...urls, ...build }, 'listening');
    stopOnSignal(service, log, stopSignals());
    log.info(urls, 'ready');
    reportReady();
    if (isFirst()) {
      const { checkOutside } = await import('./process/check-outside.ts');
      await checkOutside(config, log);
    }
  }
} catch (error) {
  process.stderr.write(`leitor: ${reasonOf(error)}\n`);
  process.exit(1);
}
