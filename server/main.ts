import { parseConfig } from './config.ts';
import { isPrimaryOf, reportReady, stopSignals, superviseProcesses } from './processes.ts';
import { reasonOf } from './reason.ts';
import { stopOnSignal } from './signals.ts';
import { createLogger } from './telemetry/logging.ts';

// The production entry point: configured by environment variables alone, without demo data or stand-ins.
try {
  const config = parseConfig(process.env);
  const log = createLogger(config.logLevel, process.stdout.isTTY);
  if (isPrimaryOf(config.processes)) {
    superviseProcesses(config.processes, log);
  } else {
    // Only here: the primary of several processes needs none of it.
    const { startService } = await import('./boot.ts');
    const service = await startService(config, log);
    log.info({ public: service.publicUrl, internal: service.internalUrl }, 'ready');
    stopOnSignal(service, log, stopSignals());
    reportReady();
  }
} catch (error) {
  process.stderr.write(`leitor: ${reasonOf(error)}\n`);
  process.exit(1);
}
