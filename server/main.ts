import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseConfig } from './config.ts';
import { isPrimaryOf, reportReady, stopSignals, superviseProcesses } from './processes.ts';
import { reasonOf } from './reason.ts';
import { stopOnSignal } from './signals.ts';
import { createLogger } from './telemetry/logging.ts';

// The production entry point: configured by environment variables alone, without demo data or stand-ins.

// Later starts read compiled code. Where nothing can be written, nothing is kept.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url)));
try {
  const config = parseConfig(process.env);
  const log = createLogger(config.logLevel, process.stdout.isTTY);
  if (isPrimaryOf(config.processes)) {
    superviseProcesses(config.processes, log);
  } else {
    // Imported here, because the primary of several processes needs none of it, and the cache only helps what is imported later.
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
