import { vi } from 'vitest';
import { z } from 'zod';
import { startStubServer } from '../../scripts/sandbox/stub-server.ts';

const attributes = z
  .array(
    z.object({
      key: z.string(),
      value: z
        .object({ stringValue: z.string(), intValue: z.number(), boolValue: z.boolean() })
        .partial()
        .transform((value) => value.stringValue ?? value.intValue ?? value.boolValue),
    }),
  )
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, value])));
const kinds = ['other', 'internal', 'server', 'client'] as const;
const span = z
  .object({
    traceId: z.string().regex(/^[0-9a-f]{32}$/),
    spanId: z.string().regex(/^[0-9a-f]{16}$/),
    parentSpanId: z
      .string()
      .transform((id) => id || undefined)
      .optional(),
    name: z.string(),
    kind: z.number().transform((kind) => kinds[kind] ?? 'other'),
    attributes,
    startTimeUnixNano: z.string(),
    endTimeUnixNano: z.string(),
    status: z.object({ code: z.number().optional(), message: z.string().optional() }).default({}),
  })
  .transform(({ status, startTimeUnixNano, endTimeUnixNano, ...received }) => ({
    ...received,
    failed: status.code === 2,
    /** The message in the status of a failed span. */
    reason: status.message,
    milliseconds: Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e6,
  }));
const body = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

/** A received span. */
export type ReceivedSpan = z.output<typeof span>;

/** A collector of traces that speaks OTLP over HTTP, in JSON. */
export type Collector = Awaited<ReturnType<typeof startCollector>>;

/** Starts a collector on the loopback interface. */
export const startCollector = async () => {
  const spans: ReceivedSpan[] = [];
  const resources: Record<string, unknown>[] = [];
  /** The path, content type and header `x-key` of each request. */
  const posts: { path: string; type?: string | undefined; key?: unknown }[] = [];
  const take = (text: string) => {
    for (const { resource, scopeSpans } of body.parse(JSON.parse(text)).resourceSpans) {
      resources.push(resource.attributes);
      spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    }
  };
  const stub = await startStubServer(({ url, headers, body }) => {
    const type = headers['content-type'];
    posts.push({ path: url.pathname, type, key: headers['x-key'] });
    if (type === 'application/json') take(body);
    return (res) =>
      res
        .writeHead(200, { 'content-type': type ?? 'text/plain' })
        .end(type?.includes('json') && '{}');
  });
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: stub.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=uma%20chave',
  };
  // OpenTelemetry reads this process's environment.
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', stub.url);
  return {
    /** The variables that make an app send its traces here. */
    env,
    spans,
    resources,
    posts,
    close: async () => {
      vi.unstubAllEnvs();
      await stub.close();
    },
  };
};
