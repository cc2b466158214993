import type { OpenAPIObject } from 'openapi3-ts';

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Converts a document to OpenAPI 3.1, in which `null` is a type of JSON Schema. */
export const toOpenApi31 = (document: OpenAPIObject): OpenAPIObject => ({
  ...document,
  openapi: '3.1.0',
  paths: converted(document.paths),
  components: converted(document.components),
});

const converted = <T>(part: T): T =>
  JSON.parse(JSON.stringify(part), (_, value) => withNull(value));

const withNull = (value: unknown): unknown => {
  if (!isNode(value) || value.nullable !== true) return value;
  const { nullable: _, ...node } = value;
  if (typeof node.type === 'string') return { ...node, type: [node.type, 'null'] };
  const { description, ...schema } = node;
  return { ...(description !== undefined && { description }), oneOf: [schema, { type: 'null' }] };
};
