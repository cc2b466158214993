import type { parseRouter } from 'trpc-cli';
import { z } from 'zod';
import { procedures } from '../server/internal-contract.ts';
import { jsonSchemaOf } from '../server/trpc/json-schema.ts';

export type Commands = ReturnType<typeof parseRouter>;

/** The procedures, with their schemas in a form that help texts can show. */
export const readCommands = (): Commands =>
  procedures.map(({ path, kind, input }) => [
    path,
    {
      type: kind,
      meta: {},
      inputSchemas: { success: true, value: input ? [jsonSchemaOf(input)] : [] },
    },
  ]);

/**
 * The same as {@link readCommands}, but a schema that takes one of several texts or null becomes a text
 * option (`readInput`).
 */
export const readShownCommands = (): Commands => {
  shown ??= withSchemas(readCommands(), withPlainTexts);
  return shown;
};

// The result is cached, because reading all schemas takes 100 ms.
let shown: Commands | undefined;

type Inputs = Commands[number][1]['inputSchemas'];
type InputSchema = Extract<Inputs, { success: true }>['value'][number];

const withSchemas = (commands: Commands, change: (schema: InputSchema) => InputSchema): Commands =>
  commands.map(([path, procedure]): Commands[number] => {
    const { inputSchemas } = procedure;
    if (!inputSchemas.success) return [path, procedure];
    const value = inputSchemas.value.map((schema) => change(schema));
    return [path, { ...procedure, inputSchemas: { ...inputSchemas, value } }];
  });

const texts = z.object({
  anyOf: z
    .array(z.looseObject({ type: z.enum(['string', 'null']) }))
    .transform((schemas) => schemas.filter(({ type }) => type === 'string')),
});

/** The schema of a text in one of several forms, or null. */
const textsOf = (schema: unknown): object | undefined => {
  const [only, ...more] = texts.safeParse(schema).data?.anyOf ?? [];
  return more.length > 0 ? { type: 'string' } : only;
};

const withPlainTexts = <T>(schema: T): T =>
  JSON.parse(
    JSON.stringify(schema, (_key, value) => {
      const text = textsOf(value);
      return text ? { ...value, anyOf: undefined, ...text } : value;
    }),
  );
