import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Service, startService } from '../../server/boot.ts';
import { type Config, parseConfig } from '../../server/config/config.ts';
import { findPostgres, startPostgres } from '../servers/postgres.ts';
import { startSandbox } from './start-sandbox.ts';

/**
 * Runs work with a service on PostgreSQL, without jobs and with stubs of outside services.
 * @throws Error if PostgreSQL is not installed
 */
export const withService = async (
  settings: Record<string, string>,
  log: Logger,
  work: (service: Service, config: Config) => Promise<void>,
): Promise<void> => {
  const bin = findPostgres();
  if (!bin) throw new Error('install PostgreSQL, or put its programs on the PATH');
  const directory = await mkdtemp(join(tmpdir(), 'leitor-service-'));
  const postgres = await startPostgres(bin);
  const addresses = { PORT: '0', INTERNAL_PORT: '0', DATABASE_URL: postgres.url };
  try {
    const { config, close } = await startSandbox(
      parseConfig({ ...addresses, DATA_DIR: directory, ...settings }),
    );
    const service = await startService(config, log, { jobs: { scheduled: false } });
    await work(service, config).finally(service.close);
    await close();
  } finally {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
};
