import type { ThreadRow } from '../../db/replies.ts';
import { messageText } from './html.ts';
import type { SimilarTicket } from './similar.ts';

const writers = { requester: 'cliente', agent: 'atendente', ai: 'assistente' } as const;

const lastMessageLength = 8_000;
const messageLength = 2_000;

/**
 * What the model works on: the ticket and the similar ones, as JSON, so that no text of theirs can pass for another part. All of it is
 * data; what to do stands in the agent's instructions.
 */
export const materialOf = (thread: ThreadRow, similar: readonly SimilarTicket[]): string => {
  const last = thread.messages.at(-1);
  return JSON.stringify(
    {
      ticket: {
        assunto: messageText(thread.subject, messageLength),
        categoria: thread.main,
        problema: thread.issue,
        newsletter: thread.newsletter,
        cliente: thread.requesterName,
        mensagens: thread.messages.map((message) => ({
          de: writers[message.origin],
          texto: messageText(message.body, message === last ? lastMessageLength : messageLength),
        })),
      },
      ticketsSemelhantes: similar.map(({ subject, question, answer }) => ({
        assunto: subject,
        pergunta: question,
        resposta: answer,
      })),
    },
    null,
    1,
  );
};
