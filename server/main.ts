import { startService } from './boot.ts';
import { ConfigError, parseConfig } from './config.ts';
import { createLogger } from './logging.ts';
import { stopOnSignal } from './signals.ts';

// The production entry: configuration from the environment alone, no demo data, no stand-ins.
try {
  const config = parseConfig(process.env);
  const log = createLogger(config.logLevel, process.stdout.isTTY);
  const service = await startService(config, log);
  log.info({ public: service.publicUrl, internal: service.internalUrl }, 'ready');
  stopOnSignal(service, log);
} catch (error) {
  const known = error instanceof ConfigError;
  process.stderr.write(`leitor: ${known ? error.message : String(error)}\n`);
  process.exit(1);
}
