import type { OpenAPIObject, OperationObject, ParameterObject } from 'openapi3-ts';
import { contract, type FailureCode, failures, type RouteRules } from '../../contract/index.ts';
import {
  bodySchema,
  parametersIn,
  refName,
  returnsFile,
  schemaNamed,
  takesFiles,
} from '../openapi/read-document.ts';
import { sdkCall } from '../openapi/samples.ts';
import { jsDoc, memberOf, type Schema, typeOf } from './schema-types.ts';

/** An operation of the document with its rules. */
export interface Operation {
  id: keyof typeof contract;
  method: string;
  path: string;
  operation: OperationObject;
  rules: RouteRules;
  document: OpenAPIObject;
}

const isOperationId = (id: string | undefined): id is keyof typeof contract =>
  id !== undefined && Object.hasOwn(contract, id);

/** Every operation of the document, in its order. */
export const operationsOf = (document: OpenAPIObject): Operation[] =>
  Object.entries<Record<string, OperationObject>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const id = operation.operationId;
      if (!isOperationId(id)) throw new Error(`${method} ${path} is no operation of the contract`);
      const rules: RouteRules = contract[id].metadata;
      return { id, method, path, operation, rules, document };
    }),
  );

/** The codes of failures before a request reaches its route. */
const anywhere = [
  'malformed-json',
  'not-found',
  'method-not-allowed',
  'request-timeout',
  'headers-too-large',
] as const satisfies readonly FailureCode[];

/** Turns `createTag` into `CreateTag`. */
const pascal = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);

/** Turns `If-None-Match` into `ifNoneMatch`. */
const camel = (header: string): string =>
  header.toLowerCase().replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());

const parametersOf = ({ operation }: Operation): ParameterObject[] =>
  parametersIn(operation).filter(({ name }) => name !== 'Idempotency-Key');

/** Returns true if the service runs a request once for an idempotency key. */
const isKeyed = ({ operation }: Operation): boolean =>
  parametersIn(operation).some(({ name }) => name === 'Idempotency-Key');

/** The schema's name of a request body. */
const bodyName = ({ operation }: Operation): string | undefined =>
  refName(
    bodySchema(operation, 'application/json') ?? bodySchema(operation, 'multipart/form-data'),
  );

/** The members of an operation's input that are outside its body. */
const ownMembers = (operation: Operation): string[] =>
  parametersOf(operation).map(({ name, in: place, schema, required, description }) =>
    memberOf(
      place === 'header' ? camel(name) : name,
      // The `nextCursor` of the last page is null.
      name === 'cursor' ? { type: ['string', 'null'] } : ((schema ?? {}) as Schema),
      required ?? false,
      description,
    ),
  );

const inputType = (operation: Operation): string => {
  const name = `${pascal(operation.id)}Input`;
  const members = ownMembers(operation);
  const body = bodyName(operation);
  const words = `As entradas de \`${operation.id}\`.`;
  if (body) refuseCollisions(operation, body);
  if (body && members.length === 0) return `${jsDoc(words)}export type ${name} = ${body};\n`;
  if (members.length === 0) return `${jsDoc(words)}export type ${name} = NoInput;\n`;
  const base = body ? ` extends ${body}` : '';
  return `${jsDoc(words)}export interface ${name}${base} {\n${members.join('')}}\n`;
};

/** Throws if a parameter and a body field have the same name, because one object holds all inputs. */
const refuseCollisions = (operation: Operation, body: string): void => {
  const { properties } = schemaNamed(operation.document, body);
  if (!properties) throw new Error(`${operation.id}: the body ${body} is not an object`);
  for (const { name } of parametersOf(operation)) {
    if (name in properties) throw new Error(`${operation.id}: two inputs are named ${name}`);
  }
};

const needsInput = (operation: Operation): boolean => {
  const body = bodyName(operation);
  const required = body ? (schemaNamed(operation.document, body).required ?? []) : [];
  return required.length > 0 || parametersOf(operation).some((parameter) => parameter.required);
};

const successes = ({ operation }: Operation): [string, object | undefined][] =>
  Object.entries(operation.responses)
    .filter(([status]) => Number(status) < 400)
    .map(([status, { content }]) => [status, content?.['application/json']?.schema]);

const dataType = (operation: Operation): string => {
  if (returnsFile(operation.operation)) return 'File';
  const envelope = refName(successes(operation)[0]?.[1]);
  const data = envelope && schemaNamed(operation.document, envelope).properties?.data;
  return data ? typeOf(data as Schema) : 'void';
};

const responseType = (operation: Operation): string => {
  const failed = operation.rules.failures.map((code) => failures[code].status);
  const failure = operation.rules.failureField === 'error' ? 'GroupRankingFailure' : 'Failure';
  const parts = [
    ...successes(operation).map(([status, schema]) => {
      const body = refName(schema) ?? (status === '304' ? 'undefined' : 'File');
      return `RawResponse<${status}, ${body}>`;
    }),
    `RawResponse<${[...new Set(failed)].sort().join(' | ')}, ${failure}>`,
  ];
  return parts.join(' | ');
};

const optionsType = (operation: Operation): string => {
  if (takesFiles(operation.operation)) return 'UploadCallOptions';
  return isKeyed(operation) ? 'IdempotentCallOptions' : 'CallOptions';
};

/** The types of an operation's input, data, raw response and error codes. */
export const typesOf = (operation: Operation): string => {
  const name = pascal(operation.id);
  const codes = operation.rules.failures.map((code) => `  | '${code}'\n`).join('');
  return [
    inputType(operation),
    `${jsDoc(`Para o que \`${operation.id}\` resolve.`)}export type ${name}Data = ${dataType(operation)};\n`,
    `${jsDoc(`Para o que \`raw.${operation.id}\` resolve.`)}export type ${name}RawResponse =\n  ${responseType(operation)};\n`,
    `${jsDoc(`Os códigos com que \`${operation.id}\` pode falhar.`)}export type ${name}ErrorCode =\n  | AnywhereErrorCode\n${codes};\n`,
  ]
    .join('\n')
    .replaceAll('\n;', ';');
};

/** The codes that any request can fail with before it reaches its route. */
export const anywhereType = `${jsDoc('Os códigos do que dá errado antes de uma requisição chegar a uma operação.')}export type AnywhereErrorCode = ${anywhere.map((code) => `'${code}'`).join(' | ')};\n`;

const accessTexts: Record<RouteRules['access'], string> = {
  public: 'Pública: não precisa de token.',
  reader: 'Para qualquer pessoa autenticada.',
  agent: 'Para agentes e administradores.',
  'signed-url': 'Para qualquer pessoa autenticada com acesso ao ticket.',
  'quiz-generation': 'Para administradores, conforme a configuração do serviço.',
  webhook: 'Para a plataforma que tem o segredo.',
};

const documentation = (operation: Operation): string => {
  const { operation: described, rules, method, path } = operation;
  const common = rules.failures.filter((code) => commonCodes.has(code));
  const own = rules.failures.filter((code) => !commonCodes.has(code));
  return [
    `${described.summary}.`,
    '',
    described.description,
    '',
    `${accessTexts[rules.access]} \`${method.toUpperCase()} ${path}\``,
    '',
    '@throws {LeitorError} com um destes códigos:',
    ...own.map(
      (code) =>
        `- \`${code}\` (${failures[code].status}): ${rules.texts[code] ?? failures[code].message}`,
    ),
    `- ${common.map((code) => `\`${code}\``).join(', ')}`,
    '@example',
    '```ts',
    sdkCall(operation),
    '```',
  ].join('\n');
};

/** Common codes, which tell nothing about a single operation. */
const commonCodes = new Set<FailureCode>([
  'invalid-request',
  'body-too-large',
  'unsupported-media-type',
  'rate-limited',
  'internal-error',
  'unavailable',
  'invalid-token',
  'forbidden',
]);

const signature = (operation: Operation, result: string): string => {
  const optional = needsInput(operation) ? '' : '?';
  const name = pascal(operation.id);
  return `  ${operation.id}(input${optional}: ${name}Input, options?: ${optionsType(operation)}): Promise<${name}${result}>;\n`;
};

/** The documented method of an operation. */
export const methodOf = (operation: Operation): string =>
  `${jsDoc(documentation(operation), '  ')}${signature(operation, 'Data')}`;

/** The method of an operation that resolves to the full response. */
export const rawMethodOf = (operation: Operation): string =>
  `${jsDoc(`${operation.operation.summary}. {@link LeitorOperations.${operation.id}} com a resposta inteira.`, '  ')}${signature(operation, 'RawResponse')}`;

/** Returns true if an operation reads a list page by page. */
export const isPaged = (operation: Operation): boolean =>
  parametersOf(operation).some(({ name }) => name === 'cursor');

/** The method that iterates over all pages of a list. */
export const pagesMethodOf = (operation: Operation): string => {
  const name = pascal(operation.id);
  const optional = needsInput(operation) ? '' : '?';
  const input = `Omit<${name}Input, 'cursor'>`;
  const items = `AsyncGenerator<${name}Data['items'][number], void, undefined>`;
  return [
    jsDoc(
      `${operation.operation.summary}. Os itens de todas as páginas, uma requisição por página.`,
      '  ',
    ),
    `  ${operation.id}(input${optional}: ${input}, options?: CallOptions): ${items};\n`,
  ].join('');
};

/** The entry of an operation in the type that maps names to operations. */
export const entryOf = (operation: Operation): string => {
  const name = pascal(operation.id);
  const kind = operation.method === 'get' ? 'query' : 'mutation';
  return [
    `  ${operation.id}: {`,
    `    kind: '${kind}';`,
    `    input: ${name}Input;`,
    `    data: ${name}Data;`,
    `    errorCode: ${name}ErrorCode;`,
    `    options: ${optionsType(operation)};`,
    '  };\n',
  ].join('\n');
};

const slowCosts = new Set<RouteRules['cost']>(['upload', 'batch', 'generation']);

/** The route of an operation, as the client needs it. */
export const routeOf = (operation: Operation): string => {
  const { id, method, path, rules } = operation;
  const names = (place: string) =>
    parametersOf(operation)
      .filter((parameter) => parameter.in === place)
      .map(({ name }) => name);
  const headers = names('header').map((name) => name.toLowerCase());
  const query = bodyName(operation) ? names('query') : [];
  const route = {
    method: method.toUpperCase(),
    path: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    ...(headers.length > 0 && { headers }),
    ...(query.length > 0 && { query }),
    ...(rules.base === 'streaks' && { streaks: true }),
    ...(method === 'post' && !operation.operation.requestBody && { bodiless: true }),
    ...(takesFiles(operation.operation) && { form: true }),
    ...(returnsFile(operation.operation) && { file: true }),
    ...(isPaged(operation) && { paged: true }),
    ...((slowCosts.has(rules.cost) || returnsFile(operation.operation)) && { slow: true }),
  };
  return `  ${id}: ${JSON.stringify(route)},\n`;
};
