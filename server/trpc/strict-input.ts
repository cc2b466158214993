import { z } from 'zod';

/** Copies a schema so that objects at every depth refuse unknown fields. */
export const strictInput = <Schema>(schema: Schema): Schema =>
  schema instanceof z.ZodType ? strict(schema) : schema;

const partNames = new Set([
  'element',
  'in',
  'innerType',
  'items',
  'left',
  'options',
  'rest',
  'right',
  'shape',
  'valueType',
]);

const strict = <Schema extends z.core.$ZodType>(schema: Schema): Schema => {
  const { def } = schema._zod;
  const parts = Object.entries(def).filter(([name]) => partNames.has(name));
  if (parts.length === 0) return schema;
  const changes = {
    ...Object.fromEntries(parts.map(([name, part]) => [name, strictPart(part)])),
    ...(def.type === 'object' && { catchall: z.never() }),
  };
  const copy = z.core.clone(schema, z.core.util.mergeDefs(def, changes));
  // The id belongs to the schema that allows unknown fields.
  const { id: _, ...meta } = z.globalRegistry.get(schema) ?? {};
  z.globalRegistry.add(copy, meta);
  return copy;
};

const strictPart = (part: unknown): unknown => {
  if (part instanceof z.ZodType) return strict(part);
  if (Array.isArray(part)) return part.map(strictPart);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, field]) => [name, strictPart(field)]));
};
