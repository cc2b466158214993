import type { Request, Response } from 'express';

/** Attributes of a step, known before it starts. Never e-mails, texts or tokens: traces leave the service. */
type SpanAttributes = Record<string, string | number | boolean>;

/** Runs a step as a span, a child of the step that it is part of; an error marks the span as failed. */
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

/** Traces of the service's work (OpenTelemetry). */
export interface Tracing {
  span: RunSpan;
  /**
   * Runs the rest of the request as its span, a child of the caller's (W3C `traceparent`).
   * Undefined without tracing.
   */
  request: ((req: Request, res: Response, next: () => void) => void) | undefined;
  /** Adds a statement to the span it ran in. Undefined without tracing. */
  query: ((query: EndedQuery) => void) | undefined;
  /** The global `fetch`, with each request as a span that is passed on as `traceparent`. */
  fetch: typeof fetch;
  /** Exports the spans that have ended. Never throws. */
  close: () => Promise<void>;
}
