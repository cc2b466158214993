import type { OpenAPIObject, PathItemObject, SchemaObject } from 'openapi3-ts';
import { WebhookEvent } from '../../contract/index.ts';
import { publishedSchemas } from './schemas.ts';

/** Collects the requests that the service sends, which only OpenAPI 3.1 can describe. */
const publishedWebhooks = (): {
  webhooks: Record<string, PathItemObject>;
  schemas: Record<string, SchemaObject>;
} => {
  const published = publishedSchemas();
  const webhooks = WebhookEvent.options.map((option): [string, PathItemObject] => {
    const { type } = option.shape;
    return [
      type.value,
      {
        post: operationOf(
          type.value,
          option.description ?? '',
          published.publish(option, 'output'),
        ),
      },
    ];
  });
  return { webhooks: Object.fromEntries(webhooks), schemas: published.named() };
};

/** Turns an event's type into an operation id: `quiz.published` becomes `onQuizPublished`. */
const operationIdOf = (type: string): string =>
  `on${type
    .split(/[.-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}`;

const tag = {
  name: 'webhooks',
  description: 'O que o serviço envia a endereços inscritos.',
  'x-displayName': 'Webhooks',
};

const header = (name: string, description: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' as const },
});

const operationOf = (type: string, description: string, schema: SchemaObject) => ({
  operationId: operationIdOf(type),
  tags: [tag.name],
  summary: `Evento ${type}`,
  description: `${description} Assinado conforme Standard Webhooks; \`verifyWebhook\` do SDK confere a assinatura.`,
  security: [],
  parameters: [
    header('webhook-id', 'O evento. Um repetido deve ser ignorado.'),
    header('webhook-timestamp', 'Quando foi enviado, em segundos desde 1970.'),
    header('webhook-signature', 'Uma ou mais assinaturas `v1,<base64>` separadas por espaços.'),
  ],
  requestBody: { required: true, content: { 'application/json': { schema } } },
  responses: {
    '2XX': { description: 'Recebido. Qualquer outra resposta faz o serviço enviar de novo.' },
  },
});

/** Adds webhooks to a document, which must become OpenAPI 3.1. */
export const addWebhooks = (document: OpenAPIObject): OpenAPIObject => {
  const { webhooks, schemas } = publishedWebhooks();
  return {
    ...document,
    tags: [...(document.tags ?? []), tag],
    webhooks,
    components: {
      ...document.components,
      schemas: Object.fromEntries(
        Object.entries({ ...document.components?.schemas, ...schemas }).sort(([a], [b]) =>
          a < b ? -1 : 1,
        ),
      ),
    },
  };
};
