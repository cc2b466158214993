import type { Request, Response } from 'express';

/** What is known of a step before it begins. Never e-mails, texts or tokens: traces leave the service. */
export type SpanAttributes = Record<string, string | number | boolean>;

/** Runs a step of the work as a span, a child of the step that it is part of; what it throws marks the span as failed. */
export type RunSpan = <T>(
  name: string,
  attributes: SpanAttributes,
  work: () => Promise<T>,
) => Promise<T>;

/** A database statement that has ended. */
export interface EndedQuery {
  sql: string;
  seconds: number;
  error: unknown;
}

/** Traces of the service's work (OpenTelemetry). */
export interface Tracing {
  span: RunSpan;
  /** Runs what follows as the request's span, a child of the caller's (W3C `traceparent`). Undefined: do without. */
  request: ((req: Request, res: Response, next: () => void) => void) | undefined;
  /** Tells of a statement in the span it ran in. Undefined: do without. */
  query: ((query: EndedQuery) => void) | undefined;
  /** As the global one; each request is a span, and carries it on as `traceparent`. */
  fetch: typeof fetch;
  /** Hands over the spans that have ended. Never throws. */
  close: () => Promise<void>;
}
