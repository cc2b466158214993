import { pino } from 'pino';
import { startService } from '../server/boot.ts';
import { parseConfig } from '../server/config/config.ts';
import { benchSecret } from './measured-process.ts';

/** The configuration of a measured service, as environment variables. */
export const settingsFor = (databaseUrl: string, poolSize: number): Record<string, string> => ({
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: '0',
  INTERNAL_PORT: '0',
  DATABASE_URL: databaseUrl,
  DATABASE_POOL: String(poolSize),
  AUTH_JWT_SECRET: benchSecret,
  RATE_LIMIT: 'off',
  SHUTDOWN_DELAY: '0',
  LOG_LEVEL: 'warn',
});

/** Starts the service in this process, without scheduled jobs: its functions can be called directly with `contextFor`. */
export const startInProcess = (databaseUrl: string, poolSize: number) =>
  startService(parseConfig(settingsFor(databaseUrl, poolSize)), pino({ level: 'silent' }), {
    jobs: { scheduled: false },
  });
