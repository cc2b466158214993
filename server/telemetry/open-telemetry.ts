import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import {
  ExportResultCode,
  parseKeyPairsIntoRecord,
  W3CTraceContextPropagator,
} from '@opentelemetry/core';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ConsoleSpanExporter,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { TracingConfig } from '../config/tracing.ts';
import { routeOf } from './route-label.ts';
import type { Tracing } from './tracing.ts';

// Spans are manual: auto-instrumentation misses native ES modules.

const exportMs = 5_000;
const maxSqlLength = 2_000;
const untraced = new Set(['/livez', '/readyz', '/metrics']);

/**
 * Traces with OpenTelemetry. Nothing is registered globally, so two services in one process have separate
 * spans.
 */
export const traceWithOpenTelemetry = async (
  config: TracingConfig,
  log: Logger,
): Promise<Tracing> => {
  const exporter = logFailures(await openExporter(config), log);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'leitor' }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    sampler: samplerOf(config),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: exportMs })],
  });
  const tracer: Tracer = provider.getTracer('leitor');
  const propagator = new W3CTraceContextPropagator();
  const active = new AsyncLocalStorage<Context>();
  const current = () => active.getStore() ?? ROOT_CONTEXT;

  const runSpan = async <T>(
    name: string,
    options: SpanOptions,
    work: (span: Span, context: Context) => Promise<T>,
  ): Promise<T> => {
    const span = tracer.startSpan(name, options, current());
    const context = trace.setSpan(current(), span);
    try {
      return await active.run(context, () => work(span, context));
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  };

  return {
    span: (name, attributes, work) => runSpan(name, { attributes }, work),
    request: (req, res, next) => {
      if (untraced.has(req.path)) {
        next();
        return;
      }
      const parent = propagator.extract(ROOT_CONTEXT, req.headers, defaultTextMapGetter);
      const span = tracer.startSpan(req.method, { kind: SpanKind.SERVER }, parent);
      req.log = req.log.child({ traceId: span.spanContext().traceId });
      res.once('close', () => endRequest(span, req, res));
      active.run(trace.setSpan(parent, span), next);
    },
    query: ({ sql, seconds, error }) => {
      const parent = active.getStore();
      // Statements outside any request or job get no span, because the job runner polls every few seconds.
      if (!parent) return;
      const operation = /^\W*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? 'QUERY';
      const endTime = Date.now();
      const options: SpanOptions = {
        kind: SpanKind.CLIENT,
        startTime: endTime - seconds * 1_000,
        attributes: {
          'db.system.name': 'postgresql',
          'db.operation.name': operation,
          // The text does not include parameters.
          'db.query.text': sql.slice(0, maxSqlLength),
        },
      };
      const span = tracer.startSpan(operation, options, parent);
      if (error !== undefined) markFailed(span, error);
      span.end(endTime);
    },
    fetch: (input, init) => {
      const request = input instanceof globalThis.Request ? input : undefined;
      const method = init?.method ?? request?.method ?? 'GET';
      const { host, pathname } = new URL(request?.url ?? String(input));
      const headers = new Headers(init?.headers ?? request?.headers);
      const attributes = {
        'http.request.method': method,
        'server.address': host,
        'url.path': pathname,
      };
      return runSpan(method, { kind: SpanKind.CLIENT, attributes }, async (span, context) => {
        propagator.inject(context, headers, { set: (to, name, value) => to.set(name, value) });
        const response = await fetch(input, { ...init, headers });
        span.setAttribute('http.response.status_code', response.status);
        if (response.status >= 400) span.setStatus({ code: SpanStatusCode.ERROR });
        return response;
      });
    },
    close: async () => {
      await provider.shutdown().catch(() => undefined);
    },
  };
};

const endRequest = (span: Span, req: Request, res: Response): void => {
  const route = routeOf(req);
  if (route !== 'none') span.updateName(`${req.method} ${route}`);
  span.setAttributes({
    'http.request.method': req.method,
    'http.route': route,
    'url.path': req.originalUrl.split('?', 1)[0] ?? '',
    'http.response.status_code': res.statusCode,
    'leitor.request_id': req.id,
  });
  if (res.statusCode >= 500 || !res.writableFinished) {
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
};

/** Stores only the name and code of a failure, because its text may contain private data. */
const markFailed = (span: Span, error: unknown): void => {
  const name = error instanceof Error ? error.name : 'Error';
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  span.setAttribute('error.type', code ?? name);
  span.setStatus({ code: SpanStatusCode.ERROR, message: code ?? name });
};

/** Wraps an exporter and logs its failures. */
const logFailures = (exporter: SpanExporter, log: Logger): SpanExporter => ({
  export: (spans, done) =>
    exporter.export(spans, (result) => {
      if (result.code !== ExportResultCode.SUCCESS) {
        log.warn({ err: result.error, spans: spans.length }, 'exporting traces failed');
      }
      done(result);
    }),
  shutdown: () => exporter.shutdown(),
});

const openExporter = async ({ protocol, headers }: TracingConfig): Promise<SpanExporter> => {
  if (!protocol) return new ConsoleSpanExporter();
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter({
    headers: parseKeyPairsIntoRecord(headers),
    timeoutMillis: exportMs,
  });
};

const samplerOf = ({ sampler, ratio }: TracingConfig): Sampler => {
  const [, parentBased, kind] = /^(parentbased_)?(.+)$/.exec(sampler) ?? [];
  const roots: Record<string, () => Sampler> = {
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  };
  const root = roots[kind ?? '']?.() ?? new AlwaysOnSampler();
  return parentBased ? new ParentBasedSampler({ root }) : root;
};
