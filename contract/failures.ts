import { z } from 'zod';
import { failures } from './failure-codes.ts';

export { type FailureStatus, failures } from './failure-codes.ts';

/** The value of the header `X-Error-Code`. */
export type FailureCode = keyof typeof failures;

const codes = Object.keys(failures) as [FailureCode, ...FailureCode[]];

/** The failure codes as a schema, for reading `X-Error-Code` back. */
export const FailureCode = z.enum(codes).meta({
  id: 'FailureCode',
  description: 'Código estável da falha, enviado em `X-Error-Code`.',
  // What generated clients call them: some would spell the hyphens out.
  'x-enum-varnames': codes.map((code) => code.replaceAll('-', '_').toUpperCase()),
});

/** Makes a zod check fail with the text of a failure code: the server then answers with that very code. */
export const textOf = (code: FailureCode): string => failures[code].message;

const failed = z
  .literal(false)
  .meta({ openapi: { type: 'boolean' }, description: 'Sempre `false` em uma falha.' });

/** The body of a failure on most endpoints (specification §7). */
export const Failure = z.object({ success: failed, message: z.string() }).meta({
  id: 'Failure',
  description: 'Falha. O código estável está no cabeçalho `X-Error-Code`.',
  example: { success: false, message: 'Token inválido ou expirado' },
});
export type Failure = z.infer<typeof Failure>;

/** The body of a failure on the group ranking, whose text field is named `error` (specification §7). */
export const GroupRankingFailure = z.object({ success: failed, error: z.string() }).meta({
  id: 'GroupRankingFailure',
  description: 'Falha do ranking de grupo. O código estável está no cabeçalho `X-Error-Code`.',
  example: { success: false, error: 'Grupo não encontrado' },
});
export type GroupRankingFailure = z.infer<typeof GroupRankingFailure>;
