import type { AppRoute } from '@ts-rest/core';
import { generateOpenApi } from '@ts-rest/open-api';
import type {
  MediaTypeObject,
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  ResponseObject,
  SecurityRequirementObject,
} from 'openapi3-ts';
import { z } from 'zod';
import {
  type Access,
  attachmentTypes,
  contract,
  FailureCode,
  type RouteRules,
} from '../../contract/index.ts';
import { addExamples } from './examples.ts';
import { publishedFailures } from './failure-responses.ts';
import { commonHeaders, type HeaderName, headerComponents, headerRefs } from './headers.ts';
import { parametersIn } from './read-document.ts';
import { sdkCall } from './samples.ts';
import { publishedSchemas } from './schemas.ts';
import { tagOf, tags } from './tags.ts';
import { toOpenApi31 } from './version-3-1.ts';
import { addWebhooks } from './webhooks.ts';

/**
 * The OpenAPI 3.0.3 document of the contract, for tools without support for 3.1; {@link buildOpenApi} builds
 * the same in 3.1.
 * @throws if a body has no name, two schemas share a name, or an example cannot be made
 */
const buildOpenApi30 = (addresses: Addresses): OpenAPIObject => {
  const schemas = publishedSchemas();
  const failures = publishedFailures();
  const failureCode = schemas.publish(FailureCode, 'output');

  const { paths } = generateOpenApi(
    contract,
    { info },
    {
      setOperationId: true,
      schemaTransformer: ({ schema, type }) =>
        schema instanceof z.ZodType
          ? schemas.publish(schema, type === 'response' ? 'output' : 'input')
          : null,
      operationMapper: (operation, route, id) => {
        const rules = route.metadata as RouteRules;
        return {
          operationId: id,
          tags: [tagOf(id)],
          summary: operation.summary,
          description: operation.description,
          ...(rules.base === 'streaks' && { servers: [streaksServer(addresses.streaksUrl)] }),
          security: security[rules.access],
          parameters: parametersOf(operation, rules),
          ...(operation.requestBody && {
            requestBody: {
              ...operation.requestBody,
              description: undefined,
              required: needsBody(route),
            },
          }),
          responses: { ...successesOf(operation, isKeyed(operation)), ...failures.publish(rules) },
        };
      },
    },
  );

  const document: OpenAPIObject = {
    openapi: '3.0.3',
    info,
    servers: [apiServer(addresses.apiUrl)],
    tags,
    paths,
    components: {
      securitySchemes,
      headers: headerComponents(failureCode),
      responses: failures.named(),
      schemas: schemas.named(),
    },
  };
  return addSamples(addExamples(document));
};

/** Returns true if a request must have a body; other routes treat a missing body as one without fields. */
const needsBody = (route: AppRoute): boolean =>
  !('body' in route && route.body instanceof z.ZodObject && route.body.safeParse({}).success);

/** The OpenAPI 3.1 document of the contract. Throws as {@link buildOpenApi30} does. */
export const buildOpenApi = (addresses: Addresses): OpenAPIObject =>
  toOpenApi31(addWebhooks(buildOpenApi30(addresses)));

/** The base addresses of the API. */
interface Addresses {
  /** The base address of support, quiz and resources. */
  apiUrl: string;
  /** The base address of streaks and rankings. */
  streaksUrl: string;
}

const localUrl = 'http://127.0.0.1:3000';
const localAddresses = { apiUrl: localUrl, streaksUrl: localUrl };

/**
 * The committed documents, by file. They are deterministic and have the addresses of a development server.
 */
export const committedDocuments = (): Record<string, OpenAPIObject> => ({
  'openapi.json': buildOpenApi(localAddresses),
  'contract/openapi-3.0.json': buildOpenApi30(localAddresses),
});

/** The text of a committed document. */
export const textOfDocument = (document: OpenAPIObject): string =>
  `${JSON.stringify(document, null, 2)}\n`;

/** Adds the call of the SDK to each operation. */
const addSamples = (document: OpenAPIObject): OpenAPIObject => {
  for (const operation of Object.values<Record<string, OperationObject>>(document.paths).flatMap(
    (methods) => Object.values(methods),
  )) {
    const source = sdkCall({ id: operation.operationId ?? '', operation, document });
    operation['x-codeSamples'] = [{ lang: 'typescript', label: '@leitor/sdk', source }];
  }
  return document;
};

/** The API's version, which is independent of the packages. A breaking change raises the major version. */
const apiVersion = '1.0.0';

const info = {
  title: 'leitor',
  version: apiVersion,
  description: [
    'Tickets de suporte, quiz diário e sequências de leitura de uma newsletter brasileira.',
    'Toda resposta JSON tem `success`; os sucessos trazem `data`, e as falhas, um texto e o código estável no cabeçalho `X-Error-Code`.',
    'Textos não podem conter o caractere NUL.',
  ].join('\n\n'),
  contact: { name: 'Equipe leitor' },
  license: {
    name: 'UNLICENSED',
    url: 'https://docs.npmjs.com/cli/configuring-npm/package-json#license',
  },
};

const apiServer = (url: string) => ({ url, description: 'Suporte, quiz e recursos.' });
const streaksServer = (url: string) => ({ url, description: 'Rankings de leitura.' });

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Cabeçalho `Authorization: Bearer <ACCESS_TOKEN>`.',
  },
  signedUrl: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description:
      'Assinatura de um `downloadUrl`; dispensa o cabeçalho, vale 10 minutos e abre somente aquele anexo.',
  },
} as const;

const security: Record<Access, SecurityRequirementObject[]> = {
  public: [],
  reader: [{ bearer: [] }],
  agent: [{ bearer: [] }],
  'signed-url': [{ bearer: [] }, { signedUrl: [] }],
  'quiz-generation': [{ bearer: [] }, {}],
  webhook: [],
};

/** The parameters, with headers in their conventional spelling. Security schemes are left out. */
const parametersOf = (operation: OperationObject, rules: RouteRules): ParameterObject[] =>
  parametersIn(operation)
    .filter(({ name }) => rules.access !== 'signed-url' || name !== securitySchemes.signedUrl.name)
    .map((parameter) => ({ ...parameter, schema: parameterSchema(parameter) }))
    .map((parameter) =>
      parameter.in === 'header'
        ? { ...parameter, name: parameter.name.replaceAll(/\b[a-z]/g, (c) => c.toUpperCase()) }
        : parameter,
    );

/**
 * The schema of a parameter without the description, which the parameter has. Only path parameters keep
 * their example, because a reference page sends it, and a first try must not send a fixed key, range or
 * date.
 */
const parameterSchema = ({
  in: place,
  schema = {},
}: ParameterObject): ParameterObject['schema'] => {
  if ('$ref' in schema && !('allOf' in schema)) return schema;
  const { description: _, example, ...rest } = { example: undefined, ...schema };
  const [only, ...others] = 'allOf' in rest && rest.allOf ? rest.allOf : [];
  if (only && others.length === 0) return only;
  return { ...rest, ...(place === 'path' && example !== undefined && { example }) };
};

const isKeyed = (operation: OperationObject): boolean =>
  parametersIn(operation).some(({ name }) => name === 'idempotency-key');

const successTexts: Record<string, string> = {
  200: 'Sucesso.',
  201: 'Criado.',
  202: 'Aceita, para tratar depois.',
  206: 'O trecho pedido do arquivo.',
  304: 'O arquivo não mudou desde o `ETag` informado.',
};

const successesOf = (
  operation: OperationObject,
  keyed: boolean,
): Record<string, ResponseObject> => {
  const responses: Record<string, ResponseObject> = operation.responses;
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 400);
  return Object.fromEntries(
    successes.map(([status, { content }]) => {
      const description = successTexts[status];
      if (!description) throw new Error(`status ${status} has no description`);
      const file = content?.['application/octet-stream'];
      if (file)
        return [status, { description, headers: fileHeaders(status), content: fileTypes(file) }];
      if (!content)
        return [status, { description, headers: headerRefs([...commonHeaders, 'ETag']) }];
      const replayed: readonly HeaderName[] = keyed ? ['Idempotent-Replayed'] : [];
      return [
        status,
        { description, headers: headerRefs([...commonHeaders, ...replayed]), content },
      ];
    }),
  );
};

/** The media types of a download. Generated clients use the first one. */
const fileTypes = (file: MediaTypeObject): Record<string, MediaTypeObject> =>
  Object.fromEntries(['application/octet-stream', ...attachmentTypes].map((type) => [type, file]));

const fileHeaders = (status: string) =>
  headerRefs([
    ...commonHeaders,
    'ETag',
    'Accept-Ranges',
    'Content-Disposition',
    ...(status === '206' ? (['Content-Range'] as const) : []),
  ]);
