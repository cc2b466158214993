import type { z } from 'zod';
import { type Procedure as Contract, procedures } from '../../server/internal-contract.ts';
import { InternalFailure } from '../../server/trpc/errors.ts';
import { jsonSchemaOf } from '../../server/trpc/json-schema.ts';
import type { InlineSchema, Schema } from '../sdk/schema-types.ts';

/** The public description of a procedure of the internal API. */
export interface Procedure extends Omit<Contract, 'input' | 'output'> {
  /** The schema of the input; undefined if there is none. */
  input: InlineSchema | undefined;
  needsInput: boolean;
  /** The schema of the output; undefined if there is none. */
  output: Schema | undefined;
}

/** The procedures of the internal API, and the schema of a failed call. */
export const readProcedures = (): { procedures: Procedure[]; failure: Schema } => ({
  procedures: procedures.toSorted(byPath).map(({ input, output, ...rest }) => ({
    ...rest,
    input: input && withoutDefault(schemaOf(input)),
    needsInput: input !== undefined && !input.safeParse(undefined).success,
    output: output && schemaOf(output),
  })),
  failure: schemaOf(InternalFailure),
});

export const byPath = (a: { path: string }, b: { path: string }): number =>
  a.path < b.path ? -1 : 1;

/** Drops the default of a whole input, which only makes the input optional. */
const withoutDefault = ({ default: _, ...input }: InlineSchema): InlineSchema => input;

const schemaOf = (schema: z.ZodType): InlineSchema =>
  JSON.parse(JSON.stringify(jsonSchemaOf(schema)));
