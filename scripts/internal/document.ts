import type { Schema } from '../sdk/schema-types.ts';
import type { Procedure } from './procedures.ts';
import { typeName } from './types.ts';

/**
 * The OpenAPI 3.1 document of the internal API, which describes tRPC's calls: a query is a `GET` with its
 * input as JSON in `input`, a mutation is a `POST`.
 */
export const internalDocument = (procedures: readonly Procedure[], failure: Schema): object => {
  const domains = [...new Set(procedures.map(domainOf))];
  return {
    openapi: '3.1.0',
    info: {
      title: 'leitor: internal API',
      version: '1.0.0',
      description: [
        'The tRPC API of the internal listener, for agents and administrators.',
        'TypeScript programs use `@leitor/internal`, a terminal the admin CLI.',
      ].join(' '),
    },
    servers: [{ url: '/', description: 'This listener.' }],
    tags: domains.map((name) => ({ name })),
    security: [{ bearer: [] }],
    paths: Object.fromEntries(
      procedures.map((procedure) => [`/trpc/${procedure.path}`, operationOf(procedure)]),
    ),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
      schemas: { ...schemasOf(procedures), InternalFailure: failure },
      responses: {
        Failure: {
          description: 'The call failed: `data.errorCode` is the stable code.',
          content: {
            'application/json': { schema: envelope('error', ref('InternalFailure')) },
          },
        },
      },
    },
  };
};

const domainOf = ({ path }: Procedure): string => path.slice(0, path.indexOf('.'));

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const envelope = (name: string, content: object) => ({
  type: 'object',
  properties: { [name]: content },
  required: [name],
});

const schemasOf = (procedures: readonly Procedure[]): Record<string, Schema> =>
  Object.fromEntries(
    procedures.flatMap(({ path, input, output }): [string, Schema][] => [
      ...(input ? [[`${typeName(path)}Input`, input] satisfies [string, Schema]] : []),
      ...(output ? [[`${typeName(path)}Output`, output] satisfies [string, Schema]] : []),
    ]),
  );

const operationOf = (procedure: Procedure): object => {
  const { path, kind, description, input, needsInput, output } = procedure;
  const content = { 'application/json': { schema: ref(`${typeName(path)}Input`) } };
  const takes =
    kind === 'query'
      ? {
          parameters: [
            { name: 'input', in: 'query', description: 'As JSON.', required: needsInput, content },
          ],
        }
      : { requestBody: { required: needsInput, content } };
  const operation = {
    operationId: path,
    tags: [domainOf(procedure)],
    summary: description,
    ...(input && takes),
    responses: {
      200: {
        description: 'The result.',
        content: {
          'application/json': {
            schema: envelope(
              'result',
              output
                ? envelope('data', ref(`${typeName(path)}Output`))
                : { type: 'object', description: 'Empty.' },
            ),
          },
        },
      },
      default: { $ref: '#/components/responses/Failure' },
    },
    'x-codeSamples': [sampleOf(procedure)],
  };
  return { [kind === 'query' ? 'get' : 'post']: operation };
};

const sampleOf = ({ path, kind, input, needsInput }: Procedure): object => {
  const call = kind === 'query' ? 'query' : 'mutate';
  const names = input?.required ?? [];
  const argument = needsInput ? `{ ${names.join(', ')} }` : '';
  const source = `const result = await internal.${path}.${call}(${argument.replace('{  }', '{}')});`;
  return { lang: 'typescript', label: '@leitor/internal', source };
};
