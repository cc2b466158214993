import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startApp } from '../harness.ts';
import { type Collector, type ReceivedSpan, startCollector } from './collector.ts';

const collector = async (): Promise<Collector> => {
  const started = await startCollector();
  onTestFinished(started.close);
  return started;
};

const childrenOf = (spans: readonly ReceivedSpan[], parent: ReceivedSpan | undefined) =>
  spans.filter(({ parentSpanId }) => parent !== undefined && parentSpanId === parent.spanId);

const one = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan => {
  const [found, ...more] = spans.filter((span) => span.name === name);
  if (!found || more.length > 0) {
    throw new Error(`${more.length + (found ? 1 : 0)} of ${name}: ${spans.map((s) => s.name)}`);
  }
  return found;
};

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';
const traceparent = `00-${traceId}-${parentId}-01`;

describe('traces', () => {
  it('continue the caller’s trace, with the request as a span and its statements as children', async () => {
    const { env, spans, resources, posts } = await collector();
    vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment=test');
    const app = await startApp(env);
    const response = await fetch(`${app.url}/support/tags`, {
      method: 'POST',
      headers: {
        traceparent,
        'content-type': 'application/json',
        authorization: `Bearer ${await app.token({ role: 'agent' })}`,
      },
      body: JSON.stringify({ name: 'Rastro', color: '#000000' }),
    });
    expect(response.status).toBe(201);
    await app.close();
    const request = one(spans, 'POST /support/tags');
    expect(request).toMatchObject({
      traceId,
      parentSpanId: parentId,
      attributes: { 'leitor.request_id': response.headers.get('x-request-id') },
    });
    const statements = childrenOf(spans, request);
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) {
      expect(statement.traceId).toBe(traceId);
      expect(JSON.stringify(statement)).not.toContain('Rastro');
    }
    expect(resources[0]).toEqual({
      'service.name': 'leitor',
      'deployment.environment': 'test',
    });
    expect(posts[0]).toEqual({ path: '/v1/traces', type: 'application/json', key: 'uma chave' });
    const logged = app.logs.find(({ msg, path }) => msg === 'request completed' && path);
    expect(logged).toMatchObject({ traceId });
  });

  it('that cannot be exported delay nothing', async () => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:1');
    onTestFinished(() => void vi.unstubAllEnvs());
    const app = await startApp({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    });
    expect((await fetch(`${app.url}/streaks/ranking/global`)).status).toBe(200);
    await app.close();
    await expect.poll(() => app.logs.map(({ msg }) => msg)).toContain('exporting traces failed');
  });
});
