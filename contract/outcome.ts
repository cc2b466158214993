import type { z } from 'zod';
import {
  Failure,
  type FailureCode,
  type FailureStatus,
  failures,
  GroupRankingFailure,
} from './failures.ts';
import { IdempotencyHeaders } from './fields.ts';

/**
 * Who may call a route. `reader` is any authenticated person, `agent` an agent or above,
 * `signed-url` a person or the holder of a signed address, `quiz-generation` a caller that the
 * deployment lets generate quizzes, `webhook` a caller with the secret that signs the body.
 */
export type Access = 'public' | 'reader' | 'agent' | 'signed-url' | 'quiz-generation' | 'webhook';

/** The rate limit a route counts against. */
export type CostClass =
  | 'read'
  | 'write'
  | 'upload'
  | 'batch'
  | 'submit'
  | 'ranking'
  | 'report'
  | 'download'
  | 'group-ranking'
  | 'generation'
  | 'webhook';

/** What the server and the generated document know about a route beyond its schemas. */
export interface RouteRules {
  access: Access;
  cost: CostClass;
  /** The base address of the path. */
  base: 'api' | 'streaks';
  /** The field with the text of a failure. */
  failureField: 'message' | 'error';
  /** Every failure that the route declares: those of any route of its kind, and its own. */
  failures: readonly FailureCode[];
  /** Texts of failures that differ on this route. */
  texts: Partial<Record<FailureCode, string>>;
  /** Whether it runs once for an `Idempotency-Key`. */
  keyed: boolean;
  /** Whether its success holds a secret, which is stored nowhere in clear. */
  secret: boolean;
}

type OwnRules<C extends FailureCode> = Pick<RouteRules, 'access' | 'cost'> &
  Partial<Pick<RouteRules, 'base' | 'texts' | 'secret'>> & { failures?: readonly C[] };

const commonFailures = [
  'invalid-request',
  'body-too-large',
  'unsupported-media-type',
  'rate-limited',
  'internal-error',
  'unavailable',
] as const satisfies FailureCode[];

const guardedFailures = ['invalid-token', 'forbidden'] as const satisfies FailureCode[];

const idempotencyFailures = [
  'idempotency-key-in-use',
  'idempotency-key-reused',
] as const satisfies FailureCode[];

type CommonCode = (typeof commonFailures)[number] | (typeof guardedFailures)[number];

const failingWith =
  <B extends z.ZodType>(body: B, failureField: RouteRules['failureField']) =>
  <const S extends Record<number, unknown>, const C extends FailureCode = never>(
    successes: S,
    own: OwnRules<C>,
  ) => {
    const codes: readonly FailureCode[] = [
      ...commonFailures,
      ...(own.access === 'public' || own.access === 'webhook' ? [] : guardedFailures),
      ...(own.failures ?? []),
    ];
    const metadata: RouteRules = {
      access: own.access,
      cost: own.cost,
      base: own.base ?? 'api',
      failureField,
      failures: codes,
      texts: own.texts ?? {},
      keyed: false,
      secret: own.secret ?? false,
    };
    const failing = Object.fromEntries(codes.map((code) => [failures[code].status, body])) as {
      [Status in FailureStatus<CommonCode | C>]: B;
    };
    return { responses: { ...successes, ...failing }, metadata, strictStatusCodes: true as const };
  };

/**
 * The outcomes of a route, to be spread into it: its successes, its failures as `{success: false,
 * message}`, and its rules.
 */
export const outcomes = failingWith(Failure, 'message');

/** As {@link outcomes}, for a route that changes something: it takes an `Idempotency-Key`. */
export const changeOutcomes = <
  const S extends Record<number, unknown>,
  const C extends FailureCode = never,
>(
  successes: S,
  own: OwnRules<C>,
) => {
  const codes = [...idempotencyFailures, ...(own.failures ?? [])];
  const { metadata, ...route } = outcomes(successes, { ...own, failures: codes });
  return { ...route, headers: IdempotencyHeaders, metadata: { ...metadata, keyed: true } };
};

/** As {@link outcomes}, for the one route whose failures are `{success: false, error}`. */
export const groupRankingOutcomes = failingWith(GroupRankingFailure, 'error');
