import { parseRouter } from 'trpc-cli';
import { internalRouter } from '../../server/internal-router.ts';

/** The internal API's procedures with their input schemas. */
export type Commands = ReturnType<typeof parseRouter>;

/**
 * The procedures with schemas that help can show: references resolved, and no patterns, which would hide the descriptions of
 * e-mails and dates.
 */
export const readCommands = (): Commands =>
  parseRouter({ router: internalRouter }).map(([path, procedure]): Commands[number] => {
    const { inputSchemas } = procedure;
    if (!inputSchemas.success) return [path, procedure];
    const value = inputSchemas.value.map((schema) => simplified(schema, schema.$defs ?? {}));
    return [path, { ...procedure, inputSchemas: { ...inputSchemas, value } }];
  });

const reference = /^#\/\$defs\/(.+)$/;

const simplified = <T>(schema: T, definitions: Record<string, unknown>): T =>
  JSON.parse(
    JSON.stringify(schema, (key, value) => {
      if (key === 'pattern' || key === '$defs') return undefined;
      const name = reference.exec(value?.$ref ?? '')?.[1];
      return name === undefined ? value : simplified(definitions[name], definitions);
    }),
  );
