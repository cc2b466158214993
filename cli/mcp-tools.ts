import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { type Procedure, procedures, warnings } from '../server/internal-contract.ts';
import { jsonSchemaOf } from '../server/trpc/json-schema.ts';
import type { Effect } from '../server/trpc/procedures.ts';

/** The values of `--allow`; `changes` is a former name of `change`. */
const Allowance = z.enum(['change', 'changes', 'export', 'outward', 'privilege', 'destroy']);

/** The effects that each value allows, in addition to reading. */
const added: Readonly<Record<z.infer<typeof Allowance>, readonly Effect[]>> = {
  change: ['change'],
  changes: ['change'],
  export: ['export'],
  outward: ['outward'],
  privilege: ['privilege'],
  destroy: ['change', 'destroy'],
};

const domainOf = ({ path }: Procedure): string => path.slice(0, path.indexOf('.'));

/** The domains whose reads are offered unless others are chosen; docs/mcp.md names them. */
export const everydayDomains: readonly string[] = [
  'attachments',
  'macros',
  'me',
  'outbox',
  'quickReplies',
  'quiz',
  'replies',
  'reports',
  'streaks',
  'tags',
  'tickets',
];

const commaSeparated = <Item extends z.ZodType<string, string>>(item: Item) =>
  z
    .string()
    .transform((names) => names.split(','))
    .pipe(z.array(item));

export const Choice = z.object({
  allow: commaSeparated(Allowance)
    .default([])
    .describe(
      'Also tools with these effects, as change,outward: change, export, outward, privilege, or destroy, which is change as well',
    ),
  domains: commaSeparated(z.enum([...new Set(procedures.map(domainOf))]))
    .optional()
    .describe('Only tools of these domains, as tickets,quiz; by default the reads of most days'),
});
export type Choice = z.output<typeof Choice>;

const allowedEffects = ({ allow }: Choice): Set<Effect> =>
  new Set(['read', ...allow.flatMap((name) => added[name])]);

/** Returns the option that offers a procedure; undefined if it is offered. */
export const missingOption = (procedure: Procedure, choice: Choice): string | undefined => {
  const { effect } = procedure;
  const domain = domainOf(procedure);
  if (!allowedEffects(choice).has(effect)) return `--allow ${effect}`;
  const chosen = choice.domains ?? (effect === 'read' ? everydayDomains : [domain]);
  return chosen.includes(domain) ? undefined : `--domains ${domain}`;
};

const objectSchema = z.looseObject({
  type: z.literal('object'),
  properties: z.record(z.string(), z.looseObject({})).default({}),
});

/** The schema as an object, because the protocol requires objects. */
export const rootOf = (schema: z.ZodType | undefined): z.output<typeof objectSchema> =>
  schema ? objectSchema.parse(jsonSchemaOf(schema)) : { type: 'object', properties: {} };

export const nameOf = ({ path }: Procedure): string => path.replaceAll('.', '_');

/** Describes a procedure as a tool. */
export const toolOf = (procedure: Procedure): Tool => {
  const { description, effect, role, input, output } = procedure;
  return {
    name: nameOf(procedure),
    description: [description, warnings[effect], `Needs the role ${role}`, '']
      .filter((sentence) => sentence !== undefined)
      .join('. ')
      .trimEnd(),
    inputSchema: rootOf(input),
    ...(output && { outputSchema: rootOf(output) }),
    annotations: {
      readOnlyHint: effect === 'read' || effect === 'export',
      destructiveHint: effect === 'destroy' || effect === 'privilege',
      openWorldHint: effect === 'outward',
    },
  };
};
