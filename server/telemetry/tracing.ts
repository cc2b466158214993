import type { Request, Response } from 'express';

/**
 * Attributes of a step that are known before it starts. No e-mails, texts or tokens: traces leave the
 * service.
 */
type SpanAttributes = Record<string, string | number | boolean>;

/** Runs a step as a child span of the current one; an error marks it as failed. */
export type RunSpan = <T>(
  name: string,
  attributes: SpanAttributes,
  work: () => Promise<T>,
) => Promise<T>;

/** A database statement that has ended. */
interface EndedQuery {
  sql: string;
  seconds: number;
  error: unknown;
}

/** Traces the service's work (OpenTelemetry). */
export interface Tracing {
  span: RunSpan;
  /**
   * Runs the rest of the request as its span, a child of the caller's (W3C `traceparent`); undefined without
   * tracing.
   */
  request: ((req: Request, res: Response, next: () => void) => void) | undefined;
  /** Adds a statement to the span it ran in; undefined without tracing. */
  query: ((query: EndedQuery) => void) | undefined;
  /** The global `fetch`, which makes each request a span and sends it as `traceparent`. */
  fetch: typeof fetch;
  /** Exports the ended spans; never throws. */
  close: () => Promise<void>;
}
