import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startProcess } from '../process.ts';

const directory = await mkdtemp(join(tmpdir(), 'leitor-traced-'));
afterAll(() => rm(directory, { recursive: true }));

/**
 * The service in its own process, which prints at exit which OpenTelemetry modules it had loaded.
 */
const startService = async () => {
  const service = startProcess('server/main.ts', {
    NODE_ENV: 'test',
    PORT: '0',
    INTERNAL_PORT: '0',
    DATA_DIR: directory,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tellLoaded)}`,
  });
  const ready = JSON.parse(await service.line(/"ready"/));
  return { service, url: String(ready.public) };
};

const tellLoaded = `
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({
    load(url, context, next) {
      if (/@opentelemetry.(sdk|exporter)/.test(url)) loaded.add(url);
      return next(url, context);
    },
  });
  process.on('exit', () => console.error('opentelemetry modules:', loaded.size));
`;

// The first one starts an embedded database from nothing.
const patience = { timeout: 120_000 };

it('loads nothing of OpenTelemetry without a tracing configuration', patience, async () => {
  const { service, url } = await startService();
  await fetch(`${url}/streaks/ranking/global`);
  expect(await service.end('SIGTERM')).toBe(0);
  expect(await service.line(/opentelemetry modules:/)).toBe('opentelemetry modules: 0');
});
