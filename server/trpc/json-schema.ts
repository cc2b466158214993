import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Matches bounds that every integer has, and patterns that a format already implies. */
const isNoise = (key: string, value: unknown): boolean =>
  ['$schema', '$defs', 'pattern', 'openapi', 'example'].includes(key) ||
  (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
  (key === 'maximum' && value === Number.MAX_SAFE_INTEGER);

const reference = /^#\/\$defs\/(.+)$/;

/** Returns the JSON Schema of the sent value, with its definitions inlined. */
export const jsonSchemaOf = (schema: z.ZodType): JsonSchema => {
  const whole = z.toJSONSchema(schema, { io: 'input' });
  return inlined(whole, whole.$defs ?? {});
};

const inlined = <T>(schema: T, definitions: Record<string, object>): T =>
  JSON.parse(
    JSON.stringify(schema, (key, value) => {
      if (isNoise(key, value)) return undefined;
      const name = reference.exec(value?.$ref ?? '')?.[1];
      if (name === undefined) return value;
      // Named definitions have Portuguese descriptions for the public document.
      return inlined({ ...definitions[name], description: value.description }, definitions);
    }),
  );
