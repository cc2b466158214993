import { z } from 'zod';
import { type Role, roles } from './config/roles.ts';
import { internalRouter } from './internal-router.ts';
import { type Effect, effects } from './trpc/procedures.ts';

export interface Procedure {
  /** The router and the name, such as `tickets.list`. */
  path: string;
  kind: 'query' | 'mutation';
  /** The procedure's effect in one sentence without a full stop; names of fields are in backticks. */
  description: string;
  effect: Effect;
  /** The lowest role that may call it. */
  role: Role;
  /** True if its bodies may be megabytes long. */
  large: boolean;
  /** Undefined if it has no input. */
  input: z.ZodType | undefined;
  /** Undefined if it returns nothing. */
  output: z.ZodType | undefined;
}

/** A warning to callers, as a sentence without a full stop. */
export const warnings: Readonly<Record<Effect, string | undefined>> = {
  read: undefined,
  export: 'Hands out personal data in bulk',
  change: undefined,
  outward: 'Sends something outside',
  privilege: 'Gives or takes power',
  destroy: 'Destroys what no other call brings back',
};

const definition = z.object({
  type: z.enum(['query', 'mutation']),
  meta: z.object({
    role: z.enum(roles),
    description: z.string(),
    effect: z.enum(effects),
    large: z.literal(true).optional(),
    input: z.instanceof(z.ZodType).optional(),
    output: z.instanceof(z.ZodType),
  }),
});

export const procedures: readonly Procedure[] = Object.entries(internalRouter._def.procedures).map(
  ([path, procedure]) => {
    const { type, meta } = definition.parse(Reflect.get(procedure, '_def'));
    const { large = false, input, output, ...said } = meta;
    const returned = output instanceof z.ZodVoid ? undefined : output;
    return { path, kind: type, ...said, large, input, output: returned };
  },
);
