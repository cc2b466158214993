import { z } from 'zod';
import { civilDate, count, id, TicketStatus, timestamp } from './fields.ts';

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

const agentEmail = z.email().nullable().meta({
  description: 'O e-mail de um agente; nulo: ninguém.',
  example: 'bia@exemplo.com.br',
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

/** A value before and after. */
const moved = <Value extends z.ZodType>(value: Value, id: string, description: string) =>
  z.object({ from: value, to: value }).meta({ id, description });
const tagNames = z.array(z.string()).meta({ description: 'Nomes de tags.', example: ['Urgente'] });

const TicketUpdated = event(
  'ticket.updated',
  'TicketUpdatedEvent',
  'A situação, o responsável ou as tags de um ticket mudaram: um evento por ação e ticket.',
  z
    .object({
      ticketId,
      changes: z
        .object({
          status: moved(TicketStatus, 'StatusChange', 'A situação antes e depois.').optional(),
          assignee: moved(agentEmail, 'AssigneeChange', 'O responsável antes e depois.').optional(),
          tags: z
            .object({ added: tagNames, removed: tagNames })
            .meta({ id: 'TagChanges', description: 'As tags postas e tiradas.' })
            .optional(),
        })
        .meta({ id: 'TicketChanges', description: 'O que mudou; o resto está como antes.' }),
    })
    .meta({ id: 'TicketUpdatedData', description: 'A mudança.' }),
);

const TicketMerged = event(
  'ticket.merged',
  'TicketMergedEvent',
  'Um ticket foi mesclado em outro e fechado; o que tinha, tags também, passou ao outro.',
  z
    .object({
      fromId: id.describe('O ticket mesclado.'),
      intoId: id.describe('O ticket que ficou.'),
    })
    .meta({ id: 'TicketMergedData', description: 'Os dois tickets.' }),
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

/** Why an attempt to generate a quiz failed. */
export const QuizFailureReason = z
  .enum([
    'newsletter-unavailable',
    'no-edition',
    'edition-empty',
    'edition-too-short',
    'edition-malformed',
    'model-unavailable',
    'quiz-refused',
  ])
  .meta({ id: 'QuizFailureReason', description: 'Por que o quiz não foi gerado.' });
export type QuizFailureReason = z.infer<typeof QuizFailureReason>;

/** Why readers have no quiz after noon. */
export const QuizMissingReason = z
  .enum(['refused', 'unfinished', 'held', 'waiting', 'unpublished', 'failed', 'not-generated'])
  .meta({ id: 'QuizMissingReason', description: 'Por que os leitores não têm quiz.' });
export type QuizMissingReason = z.infer<typeof QuizMissingReason>;

const QuizDraftFailed = event(
  'quiz.draft-failed',
  'QuizDraftFailedEvent',
  'O rascunho agendado do quiz falhou; no máximo uma vez por dia.',
  z
    .object({
      quizDate,
      reason: QuizFailureReason,
      edition: z
        .string()
        .optional()
        .meta({ description: 'O título da edição, se conhecido.', example: 'Juros em queda' }),
    })
    .meta({ id: 'QuizDraftFailedData', description: 'A tentativa que falhou.' }),
);

const QuizMissing = event(
  'quiz.missing',
  'QuizMissingEvent',
  'Passou do meio-dia, e os leitores não têm quiz; no máximo uma vez por dia.',
  z
    .object({ quizDate, reason: QuizMissingReason })
    .meta({ id: 'QuizMissingData', description: 'O dia sem quiz.' }),
);

const QuizCorrected = event(
  'quiz.corrected',
  'QuizCorrectedEvent',
  'Uma pergunta de um quiz publicado foi corrigida ou anulada.',
  z
    .object({
      quizId,
      quizDate,
      questionId: z.string().meta({
        description: 'Identificador da pergunta.',
        example: '0b2f7c3e-5a0d-4e0e-8a54-8f8c3d5f4f10',
      }),
      annulled: z.boolean().describe('Se a pergunta vale como certa para todos.'),
      regraded: count.describe('Quantas tentativas ganharam um acerto.'),
      passed: count.describe('Quantas delas passaram a atingir o mínimo.'),
      days: count.describe('Quantos leitores ganharam o dia.'),
    })
    .meta({ id: 'QuizCorrectedData', description: 'A correção.' }),
);

const WebhookTest = event(
  'webhook.test',
  'WebhookTestEvent',
  'Um teste, que um administrador pediu para este endereço.',
  z
    .object({ webhookId: id.describe('Identificador do webhook.') })
    .meta({ id: 'WebhookTestData', description: 'O webhook testado.' }),
);

/** Every event that an endpoint can receive. */
export const WebhookEvent = z
  .discriminatedUnion('type', [
    QuizPublished,
    QuizSubmitted,
    QuizDraftFailed,
    QuizMissing,
    QuizCorrected,
    StreakRecovered,
    TicketCreated,
    TicketReplied,
    TicketUpdated,
    TicketMerged,
    ReplyDrafted,
    WebhookTest,
  ])
  .meta({ id: 'WebhookEvent', description: 'Um evento, como o serviço o envia.' });
export type WebhookEvent = z.infer<typeof WebhookEvent>;
