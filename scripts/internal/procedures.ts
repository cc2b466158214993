import type { z } from 'zod';
import { type Procedure as Contract, procedures } from '../../server/internal-contract.ts';
import { InternalFailure } from '../../server/trpc/errors.ts';
import { jsonSchemaOf } from '../../server/trpc/json-schema.ts';
import type { InlineSchema, Schema } from '../sdk/schema-types.ts';

/** A procedure of the internal API, described for outsiders. */
export interface Procedure extends Omit<Contract, 'input' | 'output'> {
  /** Undefined if it takes nothing. */
  input: InlineSchema | undefined;
  needsInput: boolean;
  /** Undefined if it returns nothing. */
  output: Schema | undefined;
}

/** The procedures of the internal API, and what a failed call carries. */
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

/** The default of a whole input says only that it may be left out. */
const withoutDefault = ({ default: _, ...input }: InlineSchema): InlineSchema => input;

const schemaOf = (schema: z.ZodType): InlineSchema =>
  JSON.parse(JSON.stringify(jsonSchemaOf(schema)));
