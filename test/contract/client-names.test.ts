import { describe, expect, it } from 'vitest';
import { languages } from '../../scripts/clients/languages.ts';
import { buildOpenApi } from '../../scripts/openapi/document.ts';

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Every object of a document with its path, except in examples. */
const nodes = (node: unknown, way = '#'): { way: string; node: Node }[] => {
  if (!isNode(node)) return [];
  const below = Object.entries(node)
    .filter(([key]) => key !== 'example' && key !== 'examples')
    .flatMap(([key, child]) => nodes(child, `${way}/${key}`));
  return [{ way, node }, ...below];
};

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
const schemas: Record<string, Node> = document.components.schemas;

describe('names in generated clients', () => {
  it('all come from the document', () => {
    expect(anonymousSchemas(document)).toEqual([]);
    expect(Object.keys(schemas).length).toBeGreaterThan(50);
  });

  it.each([
    ['an object', { type: 'object', properties: {} }],
    ['a union', { oneOf: [{ $ref: '#/components/schemas/Tag' }, { type: 'string' }] }],
    ['a choice of texts', { type: 'string', enum: ['a', 'b'] }],
    ['a map', { additionalProperties: { type: 'string' } }],
    ['a composition', { allOf: [{ $ref: '#/components/schemas/Tag' }, { required: ['id'] }] }],
    ['a list of objects', { type: 'array', items: { type: 'object' } }],
  ])('are missing for %s that is inlined', (_, schema) => {
    const places = {
      '#/components/schemas/Tag/properties/extra': {
        components: { schemas: { Tag: { properties: { extra: schema } } } },
      },
      '#/paths/a/get/responses/200/content/json/schema': {
        paths: { a: { get: { responses: { 200: { content: { json: { schema } } } } } } },
      },
      '#/paths/a/get/parameters/0/schema': { paths: { a: { get: { parameters: [{ schema }] } } } },
    };
    for (const [way, place] of Object.entries(places)) {
      const [found] = anonymousSchemas(place);
      expect(found?.startsWith(way), way).toBe(true);
    }
  });

  it('differ in more than their case and underscores', () => {
    const plain = Object.keys(schemas).map((name) => name.toLowerCase());
    expect(new Set(plain).size).toBe(plain.length);
  });

  it('are those of the contract', () => {
    for (const name of Object.keys(schemas)) {
      expect(name).not.toMatch(/inline|^model|null|\d|_|success/i);
    }
  });

  it('give each failure code a name without hyphens', () => {
    const { enum: codes, 'x-enum-varnames': names } = schemas.FailureCode as {
      enum: string[];
      'x-enum-varnames': string[];
    };
    expect(names).toHaveLength(codes.length);
    expect(names).toContain('TAG_IN_USE');
    for (const name of names) expect(name).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
  });
});

describe('what counts as a type of a generated client', () => {
  it.each([
    ['python', 'leitor/models/quiz_answer.py', 'quiz_answer'],
    ['python', 'leitor/models/__init__.py', undefined],
    ['python', 'leitor/models/inline_object1.py', 'inline_object1'],
    ['java', 'src/main/java/br/com/leitor/client/model/QuizAnswer.java', 'QuizAnswer'],
    ['java', 'src/main/java/br/com/leitor/client/model/AbstractOpenApiSchema.java', undefined],
    ['go', 'model_quiz_answer.go', 'quiz_answer'],
    ['go', 'docs/QuizAnswer.md', undefined],
    ['typescript', 'docs/QuizAnswer.md', 'QuizAnswer'],
    ['typescript', 'docs/QuizApi.md', undefined],
  ])('%s: %s', (language, file, type) => {
    const client = languages.find(({ name }) => name === language);
    if (!client || !('model' in client)) throw new Error(`no client ${language}`);
    expect(client.model.exec(file)?.[1]).toBe(type);
  });
});
