import { z } from 'zod';
import { type FailureStatus, failures } from './failure-codes.ts';
import { IdempotencyHeaders, isMissing } from './fields.ts';

export { type FailureStatus, failures } from './failure-codes.ts';

/** The value of the header `X-Error-Code`. */
export type FailureCode = keyof typeof failures;

const codes = Object.keys(failures) as [FailureCode, ...FailureCode[]];

/** The failure codes as a schema, which reads `X-Error-Code`. */
export const FailureCode = z.enum(codes).meta({
  id: 'FailureCode',
  description: 'Código estável da falha, enviado em `X-Error-Code`.',
  // The names of the enumeration in generated clients, because some spell the hyphens out.
  'x-enum-varnames': codes.map((code) => code.replaceAll('-', '_').toUpperCase()),
});

/** Options of a zod check that fails with its own code in place of `invalid-request`. */
export const failingWith = (code: FailureCode) => ({
  message: failures[code].message,
  params: { failure: code },
});

/**
 * Makes an object fail with its own code if one of these fields, or the whole object, is missing or blank.
 */
export const requiringFields = <T extends z.ZodObject>(
  schema: T,
  fields: readonly (string & keyof T['shape'])[],
  code: FailureCode,
): T => {
  return schema.superRefine(
    (value: unknown, ctx) => {
      const missing = missingFieldOf(value, fields);
      if (missing) ctx.addIssue({ code: 'custom', ...failingWith(code), path: missing });
    },
    // The check runs even if another check has failed.
    { when: () => true },
  );
};

/** The path of the first missing field; empty if the whole object is missing. */
const missingFieldOf = (value: unknown, fields: readonly string[]): string[] | undefined => {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object' || Array.isArray(value)) return undefined;
  const missing = fields.find((field) => isMissing(Reflect.get(value, field)));
  return missing === undefined ? undefined : [missing];
};

const failed = z.literal(false).meta({
  openapi: { type: 'boolean' },
  example: false,
  description: 'Sempre `false` em uma falha.',
});

const failureText = z.string().meta({ description: 'Texto para mostrar a pessoas.' });

/** The body of a failure on most endpoints */
export const Failure = z.object({ success: failed, message: failureText }).meta({
  id: 'Failure',
  description: 'Falha. O código estável está no cabeçalho `X-Error-Code`.',
  example: { success: false, message: 'Token inválido ou expirado' },
});
export type Failure = z.infer<typeof Failure>;

/** The body of a failure on the group ranking, whose text field is named `error` */
export const GroupRankingFailure = z.object({ success: failed, error: failureText }).meta({
  id: 'GroupRankingFailure',
  description: 'Falha do ranking de grupo. O código estável está no cabeçalho `X-Error-Code`.',
  example: { success: false, error: 'Grupo não encontrado' },
});
export type GroupRankingFailure = z.infer<typeof GroupRankingFailure>;

/**
 * The callers of a route. `reader` is any authenticated person, `agent` an agent or above, `signed-url` a
 * person or the holder of a signed address, `quiz-generation` a caller that the deployment allows to
 * generate quizzes, `webhook` a caller with the secret that signs the body.
 */
export type Access = 'public' | 'reader' | 'agent' | 'signed-url' | 'quiz-generation' | 'webhook';

/** The rate limit that a route counts against. */
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

/** Properties of a route beyond its schemas, for the server and the generated document. */
export interface RouteRules {
  access: Access;
  cost: CostClass;
  /** The base address of the route's path. */
  base: 'api' | 'streaks';
  /** The field of the body that has a failure's text. */
  failureField: 'message' | 'error';
  /** Every failure that the route declares: those common to its kind, and its own. */
  failures: readonly FailureCode[];
  /** The texts of failures that differ on this route. */
  texts: Partial<Record<FailureCode, string>>;
  /** True if the route runs once for an `Idempotency-Key`. */
  keyed: boolean;
  /** True if a successful response contains a secret, which is never stored in plain text. */
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

const outcomesWith =
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
 * The responses of a route, to be spread into it: its successes, its failures as `{success: false,
 * message}`, and its rules.
 */
export const outcomes = outcomesWith(Failure, 'message');

/** The same as {@link outcomes} for a route that changes data and accepts an `Idempotency-Key`. */
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

/** The same as {@link outcomes} for the one route whose failures are `{success: false, error}`. */
export const groupRankingOutcomes = outcomesWith(GroupRankingFailure, 'error');
