import { z } from 'zod';
import { failures } from './failure-codes.ts';
import { isMissing } from './fields.ts';

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

/**
 * Options of a zod check that fails with a failure code of its own instead of `invalid-request`.
 */
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
