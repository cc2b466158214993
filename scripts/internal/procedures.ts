import { readCommands } from '../../cli/commands.ts';
import { descriptions } from '../../cli/descriptions.ts';
import type { InlineSchema, Schema } from '../sdk/schema-types.ts';
import { readOutputs } from './read-outputs.ts';

/** A procedure of the internal API, described for outsiders. */
export interface Procedure {
  /** As `tickets.list`. */
  path: string;
  kind: 'query' | 'mutation';
  /** What it does, in one sentence without a full stop. */
  description: string;
  /** Undefined if it takes nothing. */
  input: InlineSchema | undefined;
  needsInput: boolean;
  /** Undefined if it returns nothing. */
  output: Schema | undefined;
}

/**
 * The procedures of the internal API by path, and what a failed call carries.
 *
 * @throws Error if a procedure has no description, or a type that cannot be sent as JSON
 */
export const readProcedures = (): { procedures: Procedure[]; failure: Schema } => {
  const commands = readCommands().toSorted(([a], [b]) => (a < b ? -1 : 1));
  const { outputs, failure } = readOutputs(commands.map(([path]) => path));
  const procedures = commands.map(([path, { type, inputSchemas }]): Procedure => {
    const description = descriptions[path];
    if (!description) throw new Error(`cli/descriptions.ts has no ${path}`);
    if (!inputSchemas.success) throw new Error(`${path}: its input has no schema`);
    if (type !== 'query' && type !== 'mutation') throw new Error(`${path}: no query or mutation`);
    const [given, ...others] = inputSchemas.value;
    if (others.length > 0) throw new Error(`${path} has two inputs`);
    const optional = given && ('default' in given || 'optional' in given);
    return {
      path,
      kind: type,
      description,
      input: given && withoutDefault(tidied(given)),
      needsInput: given !== undefined && !optional,
      output: outputs.get(path),
    };
  });
  return { procedures, failure };
};

/** The default of a whole input says only that it may be left out. */
const withoutDefault = (input: InlineSchema): InlineSchema => ({ ...input, default: undefined });

/** Removes what only the command line needs, and bounds that every integer has. */
const tidied = (schema: object): InlineSchema =>
  JSON.parse(
    JSON.stringify(schema, (key, value) => {
      if (key === '$schema' || key === 'optional') return undefined;
      if (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) return undefined;
      if (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) return undefined;
      return value;
    }),
  );
