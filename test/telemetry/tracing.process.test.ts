import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { startProcess } from '../process.ts';
import { startCollector } from './collector.ts';

const directory = await mkdtemp(join(tmpdir(), 'leitor-traced-'));
afterAll(() => rm(directory, { recursive: true }));

/**
 * The service in its own process, which prints at exit which OpenTelemetry modules it had loaded.
 */
const startService = async (env: Record<string, string>) => {
  const service = startProcess('server/main.ts', {
    NODE_ENV: 'test',
    PORT: '0',
    INTERNAL_PORT: '0',
    DATA_DIR: directory,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tellLoaded)}`,
    ...env,
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

it('exports its spans when it is stopped', patience, async () => {
  const collector = await startCollector();
  onTestFinished(collector.close);
  const { service, url } = await startService(collector.env);
  await fetch(`${url}/streaks/ranking/global`);
  expect(await service.end('SIGTERM')).toBe(0);
  expect(collector.spans.map(({ name }) => name)).toContain('GET /streaks/ranking/global');
  expect(await service.line(/opentelemetry modules:/)).not.toBe('opentelemetry modules: 0');
});

it('loads nothing of OpenTelemetry without a tracing configuration', patience, async () => {
  const { service, url } = await startService({});
  await fetch(`${url}/streaks/ranking/global`);
  expect(await service.end('SIGTERM')).toBe(0);
  expect(await service.line(/opentelemetry modules:/)).toBe('opentelemetry modules: 0');
});
