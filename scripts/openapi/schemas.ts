import type { SchemaObject } from 'openapi3-ts';
import { z } from 'zod';

/** Which side of a schema is published: what may be sent, or what is answered. */
export type Side = 'input' | 'output';

/** The schemas of one document. Those with an `id` are published once, under that name. */
export interface PublishedSchemas {
  /** The named schemas met so far, in alphabetical order. */
  named: () => Record<string, SchemaObject>;
  /**
   * The OpenAPI form of a zod schema; a reference where it has a name.
   *
   * @throws when a name already stands for something else: an input and an output that differ need two names
   */
  publish: (schema: z.ZodType, side: Side) => SchemaObject;
}

/** An empty set of published schemas. */
export const publishedSchemas = (): PublishedSchemas => {
  const named = new Map<string, SchemaObject>();
  return {
    named: () => Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))),
    publish: (schema, side) => {
      const { definitions = {}, ...published } = toOpenApi(schema, side);
      for (const [id, definition] of Object.entries(definitions)) {
        const known = named.get(id);
        if (known && JSON.stringify(known) !== JSON.stringify(definition)) {
          throw new Error(`two schemas are named ${id}: give the ${side} one a name of its own`);
        }
        named.set(id, definition);
      }
      return published;
    },
  };
};

const toOpenApi = (
  schema: z.ZodType,
  io: Side,
): SchemaObject & { definitions?: Record<string, SchemaObject> } =>
  JSON.parse(
    JSON.stringify(
      z.toJSONSchema(schema, {
        target: 'openapi-3.0',
        io,
        unrepresentable: 'any',
        override: ({ zodSchema, jsonSchema }) => tidy(zodSchema, jsonSchema),
      }),
    ).replaceAll('"#/definitions/', '"#/components/schemas/'),
  );

/** Makes a generated node say what a reader of the document needs, and nothing that only zod needs. */
const tidy = (schema: z.core.$ZodType, node: z.core.JSONSchema.BaseSchema): void => {
  if (node.openapi) replaceByMetadata(node);
  if (node.additionalProperties === false) delete node.additionalProperties;
  if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
  if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
  if (node.anyOf) nameAlternatives(node);
  if (schema instanceof z.ZodDiscriminatedUnion) discriminate(schema, node);
  if (node.allOf?.length === 1 && Object.keys(node).length === 1) liftOnlyPart(node);
};

/** The metadata key `openapi` stands for everything zod would generate, but the words and the example. */
const replaceByMetadata = (node: z.core.JSONSchema.BaseSchema): void => {
  const { openapi, description, example } = node;
  for (const key of Object.keys(node)) delete node[key];
  Object.assign(node, openapi, description ? { description } : {}, example ? { example } : {});
};

/** The contract's alternatives exclude each other, which generated clients read better as `oneOf`. */
const nameAlternatives = (node: z.core.JSONSchema.BaseSchema): void => {
  node.oneOf = node.anyOf;
  delete node.anyOf;
};

/** Tells generated clients which field, and which of its values, picks an alternative. */
const discriminate = (union: z.ZodDiscriminatedUnion, node: z.core.JSONSchema.BaseSchema): void => {
  const propertyName = union.def.discriminator;
  const mapping = union.options.flatMap((option) => {
    const values = option._zod.propValues?.[propertyName] ?? [];
    const id = z.globalRegistry.get(option)?.id;
    return [...values].map((value) => [String(value), `#/components/schemas/${id}`]);
  });
  node.discriminator = { propertyName, mapping: Object.fromEntries(mapping) };
};

const liftOnlyPart = (node: z.core.JSONSchema.BaseSchema): void => {
  const [only] = node.allOf ?? [];
  delete node.allOf;
  Object.assign(node, only);
};
