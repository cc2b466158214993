import type { ThreadRow } from '../../db/replies/replies.ts';
import { messageText } from '../markup/text.ts';
import type { SimilarQuickReply, SimilarTicket } from './similar.ts';

const writers = { requester: 'cliente', agent: 'atendente', ai: 'assistente' } as const;

const lastMessageLength = 8_000;
const messageLength = 2_000;

/**
 * Builds the model's input as JSON, so that no text can imitate another field. All of it is data; only the
 * agent has instructions. It contains nothing that another requester wrote.
 */
export const materialOf = (
  thread: ThreadRow,
  similar: readonly SimilarTicket[],
  quickReplies: readonly SimilarQuickReply[] = [],
): string => {
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
        ...(thread.notes.length > 0 && {
          notasInternas: thread.notes.map((note) => note.slice(0, messageLength)),
        }),
      },
      ticketsSemelhantes: similar.map(({ main, issue, answer }) => ({
        categoria: main,
        problema: issue,
        resposta: answer,
      })),
      ...(quickReplies.length > 0 && {
        respostasProntas: quickReplies.map(({ title, text }) => ({ titulo: title, texto: text })),
      }),
    },
    null,
    1,
  );
};
