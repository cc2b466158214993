import { z } from 'zod';
import { type FailureStatus, failures } from './failure-codes.ts';
import { IdempotencyHeaders, isMissing } from './fields.ts';

export { type FailureStatus, failures } from './failure-codes.ts';

/** The value of the header `X-Error-Code`. */
export type FailureCode = keyof typeof failures;

const codes = Object.keys(failures) as [FailureCode, ...FailureCode[]];

/** The failure codes as a schema, for reading `X-Error-Code` back. */
export const FailureCode = z.enum(codes).meta({
  id: 'FailureCode',
  description: 'Código estável da falha, enviado em `X-Error-Code`.',
  // Names for generated clients: some would spell the hyphens out.
  'x-enum-varnames': codes.map((code) => code.replaceAll('-', '_').toUpperCase()),
});

/** Options of a zod check that fails with a failure code of its own instead of `invalid-request`. */
export const failingWith = (code: FailureCode) => ({
  message: failures[code].message,
  params: { failure: code },
});

/**
 * Makes an object fail with a failure code of its own if one of the fields is missing or blank, or
 * the object itself is missing.
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
    // Also if another check has failed.
    { when: () => true },
  );
};

/** The path of the first field that is missing; empty if it is the object itself. */
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
 * person or the holder of a signed address, `quiz-generation` a caller that the deployment lets generate
 * quizzes, `webhook` a caller with the secret that signs the body.
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

/** Facts about a route beyond its schemas, for the server and the generated document. */
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
  /** True if it runs once for an `Idempotency-Key`. */
  keyed: boolean;
  /** True if its success holds a secret, which is stored nowhere in clear. */
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
 * The outcomes of a route, to be spread into it: its successes, its failures as `{success: false,
 * message}`, and its rules.
 */
export const outcomes = outcomesWith(Failure, 'message');

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
export const groupRankingOutcomes = outcomesWith(GroupRankingFailure, 'error');
