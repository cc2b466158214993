import type { HeaderObject, ReferenceObject, SchemaObject } from 'openapi3-ts';

/** A header whose value is text. */
const text = (description: string, example: string): HeaderObject => ({
  description,
  schema: { type: 'string' },
  example,
});

/** The documented response headers. `failureCode` is the schema of the codes. */
export const headerComponents = (failureCode: SchemaObject) =>
  ({
    'X-Request-Id': text(
      'Identificador da requisição, para o suporte e os registros.',
      '0b5c1a52-6f9e-4f0e-9f4a-4f2f8a7e2f60',
    ),
    'X-Error-Code': {
      description: 'Código estável da falha.',
      required: true,
      schema: failureCode,
      example: 'invalid-request',
    },
    'X-Error-Field': text(
      'O campo da requisição que a validação recusou; ausente quando é ela toda.',
      'answers.0.answer',
    ),
    'Idempotent-Replayed': text(
      '`true` quando a resposta é a de uma requisição anterior com a mesma chave.',
      'true',
    ),
    RateLimit: text(
      'O que resta do limite: `r` requisições pelos próximos `t` segundos.',
      '"read"; r=299; t=60',
    ),
    'RateLimit-Policy': text(
      'O limite da rota: `q` requisições a cada `w` segundos.',
      '"read"; q=300; w=60',
    ),
    'Retry-After': {
      description: 'Segundos a esperar antes de tentar de novo.',
      schema: { type: 'integer', minimum: 0 },
      example: 5,
    },
    'WWW-Authenticate': text('O esquema de autenticação esperado.', 'Bearer'),
    ETag: text('Versão do arquivo, para `If-None-Match` e `If-Range`.', '"0b5c1a52"'),
    'Accept-Ranges': text('Trechos podem ser pedidos com `Range`.', 'bytes'),
    'Content-Range': text(
      'O trecho enviado e o tamanho total; em 416, somente o tamanho.',
      'bytes 0-1023/48213',
    ),
    'Content-Disposition': text(
      'Sempre `attachment`, com o nome original em `filename*`.',
      "attachment; filename*=UTF-8''comprovante.pdf",
    ),
  }) satisfies Record<string, HeaderObject>;

/** The name of a documented header. */
export type HeaderName = keyof ReturnType<typeof headerComponents>;

/** The headers of every response. */
export const commonHeaders: readonly HeaderName[] = [
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
];

/** References to documented headers, by name. */
export const headerRefs = (names: readonly HeaderName[]): Record<string, ReferenceObject> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
