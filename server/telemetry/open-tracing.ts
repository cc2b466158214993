import type { Logger } from 'pino';
import type { TracingConfig } from '../config/tracing.ts';
import type { Tracing } from './tracing.ts';

const noTracing: Tracing = {
  span: (_name, _attributes, work) => work(),
  request: undefined,
  query: undefined,
  fetch: (input, init) => fetch(input, init),
  close: async () => {},
};

/** Starts tracing as configured; without a configuration OpenTelemetry is not loaded. */
export const openTracing = async (
  config: TracingConfig | undefined,
  log: Logger,
): Promise<Tracing> => {
  if (!config) return noTracing;
  const { traceWithOpenTelemetry } = await import('./open-telemetry.ts');
  return traceWithOpenTelemetry(config, log);
};
