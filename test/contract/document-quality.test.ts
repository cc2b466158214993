import type { OpenAPIObject, OperationObject, ParameterObject, SchemaObject } from 'openapi3-ts';
import { describe, expect, it } from 'vitest';
import { buildOpenApi, committedDocuments } from '../../scripts/openapi/document.ts';

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Every object of a document with its path, except those inside examples. */
const nodes = (node: unknown, way = '#'): { way: string; node: Node }[] =>
  isNode(node)
    ? [
        { way, node },
        ...Object.entries(node)
          .filter(([key]) => key !== 'example' && key !== 'examples')
          .flatMap(([key, child]) => nodes(child, `${way}/${key}`)),
      ]
    : [];

const operationsOf = (document: OpenAPIObject): OperationObject[] =>
  Object.values<Record<string, OperationObject>>(document.paths).flatMap(Object.values);

const parametersOf = ({ parameters = [] }: OperationObject): ParameterObject[] =>
  parameters.filter((parameter): parameter is ParameterObject => 'in' in parameter);

const schemaOf = (document: OpenAPIObject, schema: object): SchemaObject => {
  const name = '$ref' in schema ? String(schema.$ref).split('/').at(-1) : undefined;
  return name ? schemaOf(document, document.components?.schemas?.[name] ?? {}) : schema;
};

describe.each(Object.entries(committedDocuments()))('%s', (_, document) => {
  const operations = operationsOf(document);

  it('describes every property, parameter and header', () => {
    const properties = nodes(document.components?.schemas).flatMap(({ way, node }) =>
      isNode(node.properties) && !way.endsWith('/properties')
        ? Object.entries(node.properties).map(([name, schema]) => [`${way}/${name}`, schema])
        : [],
    );
    expect(properties.length).toBeGreaterThan(200);
    const bare = properties.flatMap(([way, schema]) =>
      isNode(schema) && (schema.description || schemaOf(document, schema).description) ? [] : way,
    );
    const parameters = operations.flatMap((operation) =>
      parametersOf(operation)
        .filter(({ description }) => !description)
        .map(({ name }) => `${operation.operationId} ${name}`),
    );
    const headers = Object.entries(document.components?.headers ?? {})
      .filter(([, header]) => !('description' in header))
      .map(([name]) => name);
    expect([...bare, ...parameters, ...headers]).toEqual([]);
  });

  it('has a summary, a description, samples and an example of every success', () => {
    for (const { operationId = '', ...operation } of operations) {
      expect(operation.summary, operationId).toMatch(/\S/);
      expect(operation.description, operationId).toMatch(/\S/);
      const [sdk]: { label: string; source: string }[] = operation['x-codeSamples'];
      expect(sdk, operationId).toMatchObject({ label: '@leitor/sdk' });
      expect(sdk?.source).toContain(`leitor.${operationId}(`);
      for (const [status, { content }] of Object.entries(operation.responses)) {
        const json = content?.['application/json'];
        if (!status.startsWith('2') || !json) continue;
        expect(json.example, `${operationId} ${status}`).toMatchObject({ success: true });
      }
    }
  });

  it('has no default that makes a field of a request required in generators', () => {
    const defaults = nodes([document.paths, document.components]).filter(
      ({ way, node }) => node.default !== undefined && !way.endsWith('/properties'),
    );
    expect(defaults.map(({ way }) => way)).toEqual([]);
  });
});

const named = /^#\/components\/schemas\/[A-Z][A-Za-z]+$/;
const composes = ['oneOf', 'anyOf', 'allOf'];

/** A default beside a reference needs `allOf` in OpenAPI 3.0; it still is the referenced schema. */
const wrapsOne = ({ allOf }: Node): boolean =>
  Array.isArray(allOf) && allOf.length === 1 && isNode(allOf[0]) && '$ref' in allOf[0];

/** The value that discriminates an alternative. */
const isConstant = ({ enum: values }: Node): boolean =>
  Array.isArray(values) && values.length === 1;

const needsName = (node: Node): boolean =>
  node.type === 'object' ||
  isNode(node.additionalProperties) ||
  (Array.isArray(node.enum) && !isConstant(node)) ||
  (composes.some((key) => Array.isArray(node[key])) && !wrapsOne(node));

/** The paths of schemas that a generator would have to invent a name for. */
const anonymousSchemas = (document: unknown): string[] =>
  nodes(document)
    .filter(({ way, node }) => needsName(node) && !named.test(way))
    .map(({ way }) => way);

const url = 'http://127.0.0.1:3000';
const document = JSON.parse(JSON.stringify(buildOpenApi({ apiUrl: url, streaksUrl: url })));

describe('names in generated clients', () => {
  it('all come from the document', () => {
    expect(anonymousSchemas(document)).toEqual([]);
  });
});
