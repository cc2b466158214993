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
import { type Access, contract, FailureCode, type RouteRules } from '../../contract/index.ts';
import project from '../../package.json' with { type: 'json' };
import { publishedFailures } from './failure-responses.ts';
import { commonHeaders, headerComponents, headerRefs } from './headers.ts';
import { publishedSchemas } from './schemas.ts';
import { tagOf, tags } from './tags.ts';

/**
 * The OpenAPI 3.0.3 document of the contract.
 *
 * @param addresses.apiUrl the base address of support, quiz and resources (specification §1)
 * @param addresses.streaksUrl the base address of the rankings
 * @throws when the contract cannot be published clearly: a body without a name, or one name for two schemas
 */
export const buildOpenApi = (addresses: { apiUrl: string; streaksUrl: string }): OpenAPIObject => {
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
            requestBody: { ...operation.requestBody, description: undefined, required: true },
          }),
          responses: { ...successesOf(operation), ...failures.publish(rules) },
        };
      },
    },
  );

  return {
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
};

const localUrl = 'http://127.0.0.1:3000';

/** The text of openapi.json: the document with the addresses of a development server, the same at every run. */
export const committedText = (): string =>
  `${JSON.stringify(buildOpenApi({ apiUrl: localUrl, streaksUrl: localUrl }), null, 2)}\n`;

const info = {
  title: 'leitor',
  version: project.version,
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
};

/** The parameters, headers spelled as they usually are; what is a security scheme is left to that scheme. */
const parametersOf = (operation: OperationObject, rules: RouteRules): ParameterObject[] =>
  (operation.parameters ?? [])
    .filter((parameter) => 'name' in parameter)
    .filter(({ name }) => rules.access !== 'signed-url' || name !== securitySchemes.signedUrl.name)
    .map((parameter) =>
      parameter.in === 'header'
        ? { ...parameter, name: parameter.name.replaceAll(/\b[a-z]/g, (c) => c.toUpperCase()) }
        : parameter,
    );

const successTexts: Record<string, string> = {
  200: 'Sucesso.',
  201: 'Criado.',
  206: 'O trecho pedido do arquivo.',
  304: 'O arquivo não mudou desde o `ETag` informado.',
};

const successesOf = (operation: OperationObject): Record<string, ResponseObject> => {
  const responses: Record<string, ResponseObject> = operation.responses;
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 400);
  return Object.fromEntries(
    successes.map(([status, { content }]) => {
      const description = successTexts[status];
      if (!description) throw new Error(`status ${status} has no description`);
      const file = content?.['application/octet-stream'];
      if (file)
        return [status, { description, headers: fileHeaders(status), content: anyType(file) }];
      if (!content)
        return [status, { description, headers: headerRefs([...commonHeaders, 'ETag']) }];
      return [status, { description, headers: headerRefs(commonHeaders), content }];
    }),
  );
};

/** A download has the type of its file, whichever that is. */
const anyType = (file: MediaTypeObject) => ({ '*/*': file });

const fileHeaders = (status: string) =>
  headerRefs([
    ...commonHeaders,
    'ETag',
    'Accept-Ranges',
    'Content-Disposition',
    ...(status === '206' ? (['Content-Range'] as const) : []),
  ]);
