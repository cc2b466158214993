import type { SchemaObject } from 'openapi3-ts';
import { z } from 'zod';

/** Whether a schema describes a request or a response. */
type Side = 'input' | 'output';

/** The schemas of a document. A schema with an `id` is published once under that name. */
interface PublishedSchemas {
  /** The named schemas so far, in alphabetical order. */
  named: () => Record<string, SchemaObject>;
  /**
   * The OpenAPI form of a zod schema, or a reference if it has a name.
   * @throws if another schema has the name; a different input and output need two names
   */
  publish: (schema: z.ZodType, side: Side) => SchemaObject;
}

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
        override: ({ zodSchema, jsonSchema }) => tidy(zodSchema, jsonSchema, io),
      }),
    ).replaceAll('"#/definitions/', '"#/components/schemas/'),
  );

/** Removes what only zod needs, and adds what readers of the document need. */
const tidy = (schema: z.core.$ZodType, node: z.core.JSONSchema.BaseSchema, io: Side): void => {
  if (node.openapi) replaceByMetadata(node);
  if (node.additionalProperties === false) delete node.additionalProperties;
  if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
  if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
  if (node.anyOf) nameAlternatives(node);
  if (schema instanceof z.ZodDiscriminatedUnion) discriminate(schema, node);
  if (io === 'input') describeDefault(node);
  if (node.allOf?.length === 1 && Object.keys(node).length === 1) liftOnlyPart(node);
};

/** Replaces the generated schema by the metadata key `openapi`, except description and example. */
const replaceByMetadata = (node: z.core.JSONSchema.BaseSchema): void => {
  const { openapi, description, example } = node;
  for (const key of Object.keys(node)) delete node[key];
  Object.assign(
    node,
    openapi,
    description && { description },
    example !== undefined && { example },
  );
};

/** Describes a request's default in words, because some generators make a field with a default required. */
const describeDefault = (node: z.core.JSONSchema.BaseSchema): void => {
  if (node.default === undefined) return;
  const words = `Padrão: \`${node.default}\`.`;
  node.description = node.description ? `${node.description} ${words}` : words;
  delete node.default;
};

/**
 * Turns `anyOf` into `oneOf`: the contract's alternatives exclude each other, and generators support it
 * better.
 */
const nameAlternatives = (node: z.core.JSONSchema.BaseSchema): void => {
  node.oneOf = node.anyOf;
  delete node.anyOf;
};

/** Adds the discriminator of a union. */
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
