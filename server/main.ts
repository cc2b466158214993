import { startService } from './boot.ts';
import { parseConfig } from './config.ts';
import { reasonOf } from './reason.ts';
import { stopOnSignal } from './signals.ts';
import { createLogger } from './telemetry/logging.ts';

// The production entry point: configured by environment variables alone, without demo data or stand-ins.
try {
  const config = parseConfig(process.env);
  const log = createLogger(config.logLevel, process.stdout.isTTY);
  const service = await startService(config, log);
  log.info({ public: service.publicUrl, internal: service.internalUrl }, 'ready');
  stopOnSignal(service, log);
} catch (error) {
  process.stderr.write(`leitor: ${reasonOf(error)}\n`);
  process.exit(1);
}
