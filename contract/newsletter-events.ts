import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { emptiable, MessageResponse, text } from './fields.ts';
import { outcomes } from './outcome.ts';

const NewsletterEventData = z
  .looseObject({
    id: emptiable(text().max(200).optional()).describe('O objeto do evento.'),
    subscription_id: emptiable(text().max(200).optional()).describe(
      'A assinatura, nos eventos de listas.',
    ),
  })
  .meta({ id: 'NewsletterEventData', description: 'Sobre o que é o evento.' });

/** An event of the newsletter's platform. The service uses only its ids, and fetches what they refer to. */
export const NewsletterEvent = z
  .looseObject({
    uid: text().min(1).max(200).meta({
      description: 'Identificador do evento; um repetido não tem efeito.',
      example: 'evt_5c2d9f0e-7a44-4c1b-8b8e-2f1f6f0f9a31',
    }),
    event_type: text().min(1).max(100).meta({
      description: 'O tipo do evento. Os desconhecidos são aceitos e ignorados.',
      example: 'post.sent',
    }),
    data: emptiable(NewsletterEventData.optional()),
  })
  .meta({
    id: 'NewsletterEvent',
    description: 'Evento da plataforma de newsletter.',
    example: {
      uid: 'evt_5c2d9f0e-7a44-4c1b-8b8e-2f1f6f0f9a31',
      event_type: 'post.sent',
      data: { id: 'post_00000000-0000-4000-8000-000000000001' },
    },
  });
export type NewsletterEvent = z.infer<typeof NewsletterEvent>;

const c = initContract();

export const integrationsContract = c.router({
  receiveNewsletterEvent: {
    method: 'POST',
    path: '/integrations/beehiiv',
    summary: 'Receber um evento da newsletter',
    description:
      'Chamada pela plataforma, assinada (Standard Webhooks ou Svix) ou com o segredo em `token`. O evento é guardado e tratado depois.',
    query: z.object({
      token: text().max(500).optional().describe('O segredo, se a requisição não é assinada.'),
    }),
    body: NewsletterEvent,
    ...outcomes(
      { 202: MessageResponse },
      {
        access: 'webhook',
        cost: 'webhook',
        failures: ['invalid-signature', 'integration-disabled'],
      },
    ),
  },
});
