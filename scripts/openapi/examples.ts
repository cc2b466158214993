import type { OpenAPIObject, OperationObject, ReferenceObject, SchemaObject } from 'openapi3-ts';
import { refName, schemaNamed } from './read-document.ts';

type Schema = SchemaObject | ReferenceObject;

/** Adds an example to every successful JSON response, built from the examples of its schemas. */
export const addExamples = (document: OpenAPIObject): OpenAPIObject => {
  for (const methods of Object.values<Record<string, OperationObject>>(document.paths)) {
    for (const operation of Object.values(methods)) addTo(document, operation);
  }
  return document;
};

const addTo = (document: OpenAPIObject, { operationId, responses }: OperationObject): void => {
  for (const [status, response] of Object.entries(responses)) {
    const json = response.content?.['application/json'];
    if (Number(status) < 300 && json) {
      json.example = exampleOf(document, json.schema, `${operationId} ${status}`);
    }
  }
};

/** The example of a schema: its own, or one built from its parts. @throws if a part has no example */
const exampleOf = (document: OpenAPIObject, schema: Schema, way: string): unknown => {
  if ('$ref' in schema) {
    const name = refName(schema) ?? '';
    return exampleOf(document, schemaNamed(document, name), name);
  }
  if (schema.example !== undefined) return schema.example;
  const [alternative] = schema.oneOf ?? [];
  if (alternative) return exampleOf(document, alternative, way);
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'boolean') return way.endsWith('.success');
  if (schema.type === 'array' && schema.items) {
    return [exampleOf(document, schema.items, `${way}[]`)];
  }
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [
        name,
        exampleOf(document, property, `${way}.${name}`),
      ]),
    );
  }
  throw new Error(`${way} needs an example`);
};
