import { vi } from 'vitest';
import { z } from 'zod';
import { startStubServer } from '../../scripts/sandbox/stub-server.ts';

const attribute = z.object({
  key: z.string(),
  value: z
    .object({ stringValue: z.string(), intValue: z.number(), boolValue: z.boolean() })
    .partial(),
});
const span = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: z.array(attribute),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  status: z.object({ code: z.number().optional(), message: z.string().optional() }).optional(),
});
const body = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

/** A received span. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: 'internal' | 'server' | 'client' | 'other';
  attributes: Record<string, string | number | boolean | undefined>;
  failed: boolean;
  /** What the status of a failed span says. */
  reason: string | undefined;
  milliseconds: number;
}

const kinds = ['other', 'internal', 'server', 'client'] as const;

const plain = (attributes: z.infer<typeof attribute>[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.intValue ?? value.boolValue,
    ]),
  );

/** A collector of traces that speaks OTLP over HTTP, in JSON. */
export type Collector = Awaited<ReturnType<typeof startCollector>>;

/** Starts a collector on the loopback interface. */
export const startCollector = async () => {
  const spans: ReceivedSpan[] = [];
  const resources: Record<string, unknown>[] = [];
  /** Path, content type and the header `x-key` of each request. */
  const posts: { path: string; type?: string | undefined; key?: unknown }[] = [];
  const take = (text: string) => {
    for (const { resource, scopeSpans } of body.parse(JSON.parse(text)).resourceSpans) {
      resources.push(plain(resource.attributes));
      for (const received of scopeSpans.flatMap((scope) => scope.spans)) {
        spans.push({
          ...received,
          parentSpanId: received.parentSpanId || undefined,
          kind: kinds[received.kind] ?? 'other',
          attributes: plain(received.attributes),
          failed: received.status?.code === 2,
          reason: received.status?.message,
          milliseconds:
            Number(BigInt(received.endTimeUnixNano) - BigInt(received.startTimeUnixNano)) / 1e6,
        });
      }
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
  // OpenTelemetry reads the environment of this process.
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', stub.url);
  return {
    /** Variables that make an app send its traces here. */
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
