import type {
  MyTicket,
  MyTicketFile,
  MyTicketMessage,
  MyTicketThread,
} from '../../contract/index.ts';
import { safePicturedHtml, withPictures } from '../markup/sanitise.ts';
import { plainText } from '../markup/text.ts';
import { isPlainText } from '../text/plain-text.ts';
import type { ReaderFile, ReaderMessageRow, ReaderThread, ReaderTicket } from './service.ts';

export const myTicketToWire = ({ id, subject, status, createdAt }: ReaderTicket): MyTicket => ({
  id,
  subject,
  status,
  createdAt: createdAt.toISOString(),
});

export const myThreadToWire = ({
  messages,
  hasOlder,
  files,
  ...ticket
}: ReaderThread): MyTicketThread => {
  const links = new Map(files.map((file) => [file.id, file.downloadUrl]));
  return {
    ...myTicketToWire(ticket),
    messages: messages.map((message) => messageToWire(message, links)),
    hasOlder,
    attachments: files.map(fileToWire),
  };
};

/** Agents' names and addresses, folded quotations and notices stay inside. */
const messageToWire = (
  { id, origin, body, createdAt }: ReaderMessageRow,
  links: ReadonlyMap<number, string>,
): MyTicketMessage => {
  const from = origin === 'requester' ? 'reader' : 'team';
  const at = createdAt.toISOString();
  if (from === 'reader' || isPlainText(body)) return { id, from, body, createdAt: at };
  const html = withPictures(
    safePicturedHtml(body, (file) => links.has(file)),
    links,
  );
  return { id, from, body: plainText(html, false), html, createdAt: at };
};

const fileToWire = (file: ReaderFile): MyTicketFile => ({
  id: file.id,
  ...(file.messageId !== null && { mensagemId: file.messageId }),
  nomeArquivo: file.name,
  tipoArquivo: file.type,
  tamanhoArquivo: file.size,
  ...(file.quarantined && { emQuarentena: true as const }),
  downloadUrl: file.downloadUrl,
});
