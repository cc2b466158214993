import { z } from 'zod';
import { civilDate, count, id, timestamp } from './fields.ts';

// Events sent to subscribed endpoints (docs/behaviour/integrations.md#webhooks).

const quizId = z.string().meta({
  description: 'Identificador do quiz.',
  example: '0199e1c2-6f1e-7cc4-9d5a-3f4b1c2d5e6f',
});
const quizDate = civilDate.describe('O dia do quiz.');
const ticketId = id.describe('Identificador do ticket.');
const MessageOrigin = z.enum(['requester', 'agent', 'ai']).meta({
  id: 'MessageOrigin',
  description: 'Quem escreveu: quem abriu o ticket, um agente ou o modelo.',
});
const readerEmail = z.email().meta({
  description: 'O e-mail do leitor, em minúsculas.',
  example: 'maria@exemplo.com.br',
});

/** The schema of an event: its type, its time and its data. */
const event = <Type extends string, Data extends z.ZodType>(
  type: Type,
  id: string,
  description: string,
  data: Data,
) =>
  z
    .object({
      type: z.literal(type).describe('O tipo do evento.'),
      timestamp: timestamp.describe('Quando aconteceu.'),
      data,
    })
    .meta({ id, description });

const QuizPublished = event(
  'quiz.published',
  'QuizPublishedEvent',
  'Um quiz foi publicado.',
  z
    .object({
      quizId,
      quizDate,
      title: z.string().meta({ description: 'O título do quiz.', example: 'Quiz do dia' }),
    })
    .meta({ id: 'QuizPublishedData', description: 'O quiz publicado.' }),
);

const QuizSubmitted = event(
  'quiz.submitted',
  'QuizSubmittedEvent',
  'Um leitor respondeu a um quiz.',
  z
    .object({
      quizId,
      quizDate,
      correctAnswers: count.describe('Quantas respostas estão certas.'),
      passed: z.boolean().describe('Se o leitor atingiu o mínimo.'),
      email: readerEmail,
    })
    .meta({ id: 'QuizSubmittedData', description: 'A tentativa do leitor.' }),
);

const StreakRecovered = event(
  'streak.recovered',
  'StreakRecoveredEvent',
  'Um leitor recuperou a sequência ao passar em um quiz.',
  z
    .object({ quizId, quizDate, email: readerEmail })
    .meta({ id: 'StreakRecoveredData', description: 'O dia recuperado.' }),
);

const TicketCreated = event(
  'ticket.created',
  'TicketCreatedEvent',
  'Um ticket foi aberto.',
  z
    .object({
      ticketId,
      main: z.string().meta({ description: 'A categoria principal.', example: 'Entrega' }),
    })
    .meta({ id: 'TicketCreatedData', description: 'O ticket aberto.' }),
);

const TicketReplied = event(
  'ticket.replied',
  'TicketRepliedEvent',
  'Uma mensagem entrou em um ticket.',
  z
    .object({
      ticketId,
      messageId: id.describe('Identificador da mensagem.'),
      origin: MessageOrigin,
    })
    .meta({ id: 'TicketRepliedData', description: 'A mensagem.' }),
);

const ReplyDrafted = event(
  'reply.drafted',
  'ReplyDraftedEvent',
  'O modelo escreveu um rascunho de resposta.',
  z
    .object({
      ticketId,
      draftId: id.describe('Identificador do rascunho.'),
      confidence: z.number().meta({ description: 'A confiança, de 0 a 1.', example: 0.87 }),
    })
    .meta({ id: 'ReplyDraftedData', description: 'O rascunho.' }),
);

/** Every event that an endpoint can subscribe to. */
export const WebhookEvent = z
  .discriminatedUnion('type', [
    QuizPublished,
    QuizSubmitted,
    StreakRecovered,
    TicketCreated,
    TicketReplied,
    ReplyDrafted,
  ])
  .meta({ id: 'WebhookEvent', description: 'Um evento, como o serviço o envia.' });
export type WebhookEvent = z.infer<typeof WebhookEvent>;
