import { parseRouter } from 'trpc-cli';
import { z } from 'zod';
import { internalRouter } from '../../server/internal-router.ts';

/** The internal API's procedures with their input schemas. */
export type Commands = ReturnType<typeof parseRouter>;

/**
 * The procedures with schemas that help can show: references resolved, no patterns, which would hide the descriptions of e-mails and
 * dates, and a plain text where a schema takes one of several texts, or null (`readNulls`).
 */
export const readCommands = (): Commands => {
  commands ??= withShownSchemas();
  return commands;
};

let commands: Commands | undefined;

const withShownSchemas = (): Commands =>
  parseRouter({ router: internalRouter }).map(([path, procedure]): Commands[number] => {
    const { inputSchemas } = procedure;
    if (!inputSchemas.success) return [path, procedure];
    const value = inputSchemas.value.map((schema) => simplified(schema, schema.$defs ?? {}));
    return [path, { ...procedure, inputSchemas: { ...inputSchemas, value } }];
  });

const reference = /^#\/\$defs\/(.+)$/;

const texts = z.object({
  anyOf: z
    .array(z.looseObject({ type: z.enum(['string', 'null']) }))
    .transform((schemas) => schemas.filter(({ type }) => type === 'string')),
});

/** The schema of a text that may be one of several forms, or null. */
const textsOf = (schema: unknown): object | undefined => {
  const [only, ...more] = texts.safeParse(schema).data?.anyOf ?? [];
  return more.length > 0 ? { type: 'string' } : only;
};

const simplified = <T>(schema: T, definitions: Record<string, unknown>): T =>
  JSON.parse(
    JSON.stringify(schema, (key, value) => {
      if (key === 'pattern' || key === '$defs') return undefined;
      const text = textsOf(value);
      if (text) return simplified({ ...value, anyOf: undefined, ...text }, definitions);
      const name = reference.exec(value?.$ref ?? '')?.[1];
      return name === undefined ? value : simplified(definitions[name], definitions);
    }),
  );
