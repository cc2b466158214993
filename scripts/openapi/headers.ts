import type { HeaderObject, ReferenceObject, SchemaObject } from 'openapi3-ts';

/** Response headers. `failureCode` is the schema of the codes. */
export const headerComponents = (failureCode: SchemaObject) =>
  ({
    'X-Request-Id': {
      description: 'Identificador da requisição, para o suporte e os registros.',
      schema: { type: 'string' },
      example: '0b5c1a52-6f9e-4f0e-9f4a-4f2f8a7e2f60',
    },
    'X-Error-Code': {
      description: 'Código estável da falha.',
      required: true,
      schema: failureCode,
      example: 'invalid-request',
    },
    'X-Error-Field': {
      description: 'O campo da requisição que a validação recusou; ausente quando é ela toda.',
      schema: { type: 'string' },
      example: 'answers.0.answer',
    },
    'Idempotent-Replayed': {
      description: '`true` quando a resposta é a de uma requisição anterior com a mesma chave.',
      schema: { type: 'string' },
      example: 'true',
    },
    RateLimit: {
      description: 'O que resta do limite: `r` requisições pelos próximos `t` segundos.',
      schema: { type: 'string' },
      example: '"read"; r=299; t=60',
    },
    'RateLimit-Policy': {
      description: 'O limite da rota: `q` requisições a cada `w` segundos.',
      schema: { type: 'string' },
      example: '"read"; q=300; w=60',
    },
    'Retry-After': {
      description: 'Segundos a esperar antes de tentar de novo.',
      schema: { type: 'integer', minimum: 0 },
      example: 5,
    },
    'WWW-Authenticate': {
      description: 'O esquema de autenticação esperado.',
      schema: { type: 'string' },
      example: 'Bearer',
    },
    ETag: {
      description: 'Versão do arquivo, para `If-None-Match` e `If-Range`.',
      schema: { type: 'string' },
      example: '"0b5c1a52"',
    },
    'Accept-Ranges': {
      description: 'Trechos podem ser pedidos com `Range`.',
      schema: { type: 'string' },
      example: 'bytes',
    },
    'Content-Range': {
      description: 'O trecho enviado e o tamanho total; em 416, somente o tamanho.',
      schema: { type: 'string' },
      example: 'bytes 0-1023/48213',
    },
    'Content-Disposition': {
      description: 'Sempre `attachment`, com o nome original em `filename*`.',
      schema: { type: 'string' },
      example: "attachment; filename*=UTF-8''comprovante.pdf",
    },
  }) satisfies Record<string, HeaderObject>;

/** The name of a documented header. */
export type HeaderName = keyof ReturnType<typeof headerComponents>;

/** Headers of every response. */
export const commonHeaders: readonly HeaderName[] = [
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
];

/** References to documented headers. */
export const headerRefs = (names: readonly HeaderName[]): Record<string, ReferenceObject> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
