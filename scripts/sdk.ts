import type { PathItemObject } from 'openapi3-ts';
import {
  attachmentTypes,
  maxAttachmentBytes,
  maxAttachmentsPerUpload,
  maxBatchSize,
} from '../contract/index.ts';
import { writeGenerated } from './checks/generated-files.ts';
import { committedDocuments } from './openapi/document.ts';
import { bodySchema, refName } from './openapi/read-document.ts';
import {
  anywhereType,
  entryOf,
  isPaged,
  methodOf,
  operationsOf,
  pagesMethodOf,
  rawMethodOf,
  routeOf,
  typesOf,
} from './sdk/operations.ts';
import { namedType, type Schema } from './sdk/schema-types.ts';

// Writes the generated part of @leitor/sdk from the contract, or checks it (--check).

const note = '// Written by `npm run sdk` from the contract. Do not edit.\n';

const document = committedDocuments()['openapi.json'];
if (!document) throw new Error('no document');
const operations = operationsOf(document);
const schemas = Object.entries(document.components?.schemas ?? {});
/** The schemas of the events that the service sends. */
const events = Object.values<PathItemObject>(document.webhooks ?? {}).flatMap(({ post }) =>
  post ? (refName(bodySchema(post, 'application/json')) ?? []) : [],
);

const domains = Object.groupBy(operations, ({ operation }) => operation.tags?.[0] ?? '');

const operationTypes = `${note}
import type { CallOptions, IdempotentCallOptions, UploadCallOptions } from '../call-options.ts';
import type { RawResponse } from '../route.ts';
import type { ${schemas.map(([name]) => name).join(', ')} } from './schemas.ts';

/** As entradas de uma operação que não recebe nenhuma. */
export type NoInput = Record<string, never>;

${anywhereType}
${operations.map(typesOf).join('\n')}
/** Os tipos de cada operação. */
export interface Operations {
${operations.map(entryOf).join('')}}

/** O nome de uma operação. */
export type OperationName = keyof Operations;

/** Cada operação, que resolve para os dados da sua resposta. */
export interface LeitorOperations {
${operations.map(methodOf).join('\n')}}

/** Cada operação, que resolve para a sua resposta inteira. */
export interface RawOperations {
${operations.map(rawMethodOf).join('')}}

/** As listas com cursor, por todas as suas páginas. */
export interface PagedOperations {
${operations.filter(isPaged).map(pagesMethodOf).join('')}}
`;

/** Keeps only the imports that the text uses, because unused imports are compile errors in some projects. */
const withUsedImports = (text: string): string =>
  text.replace(/import type \{ ([^}]*) \} from '.\/schemas.ts';/, (statement, names: string) => {
    const rest = text.replace(statement, '').replaceAll(/\/\*\*[\s\S]*?\*\//g, '');
    const used = names.split(', ').filter((name) => new RegExp(`\\b${name}\\b`).test(rest));
    return `import type { ${used.join(', ')} } from './schemas.ts';`;
  });

const folder = 'packages/sdk/src/generated';
const files = {
  [`${folder}/schemas.ts`]: `${note}\n${schemas.map(([name, schema]) => namedType(name, schema as Schema)).join('\n')}
/** Um evento, como o serviço o envia. */
export type WebhookEvent =
  | ${events.join('\n  | ')};
`,
  [`${folder}/operations.ts`]: withUsedImports(operationTypes),
  [`${folder}/routes.ts`]: `${note}
import type { OperationName } from './operations.ts';
import type { Route } from '../route.ts';

export const routes: Readonly<Record<OperationName, Route>> = {
${operations.map(routeOf).join('')}};
`,
  [`${folder}/domains.ts`]: `${note}
import type { OperationName } from './operations.ts';

/** The operations of each domain: a change by one may show in all of them. */
export const domains: readonly (readonly OperationName[])[] = [
${Object.values(domains)
  .map((members = []) => `  [${members.map(({ id }) => `'${id}'`).join(', ')}],\n`)
  .join('')}];
`,
  [`${folder}/limits.ts`]: `${note}
/** O maior arquivo que um envio aceita, em bytes. */
export const maxAttachmentBytes = ${maxAttachmentBytes};

/** O máximo de arquivos de um envio. */
export const maxAttachmentsPerUpload = ${maxAttachmentsPerUpload};

/** Os tipos MIME que um anexo pode ter. */
export const attachmentTypes = ${JSON.stringify(attachmentTypes)} as const;

/** O máximo de tickets de um lote. */
export const maxBatchSize = ${maxBatchSize};
`,
};

await writeGenerated(files, 'npm run sdk');
