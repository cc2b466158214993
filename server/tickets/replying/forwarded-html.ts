import type { ForwardedMessageRow } from '../../../db/tickets/messages.ts';
import type { TicketRow } from '../../../db/tickets/tickets.ts';
import type { Config } from '../../config/config.ts';
import { timeZone } from '../../core/civil-time.ts';
import { asHtml, escapeHtml } from '../../text/plain-text.ts';

const written = new Intl.DateTimeFormat('pt-BR', {
  timeZone,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const time = new Intl.DateTimeFormat('pt-BR', { timeZone, timeStyle: 'short' });

/** Returns a message below the header of Brazilian mail programs for forwards; it is not sanitised. */
export const forwardedHtml = (
  { mail }: Pick<Config, 'mail'>,
  ticket: Pick<TicketRow, 'subject' | 'requesterEmail' | 'requesterName'>,
  { author, origin, personEmail, body, createdAt }: ForwardedMessageRow,
): string => {
  const ours = mail?.from ?? '';
  const reader = mailbox(ticket.requesterName ?? '', ticket.requesterEmail);
  const fromReader = origin === 'requester';
  const head = {
    De: fromReader ? mailbox(author, personEmail ?? ticket.requesterEmail) : ours,
    Data: `${written.format(createdAt)} às ${time.format(createdAt)}`,
    Assunto: ticket.subject,
    Para: fromReader ? ours : reader,
  };
  const lines = Object.entries(head).map(
    ([name, value]) => `<strong>${name}:</strong> ${escapeHtml(value)}`,
  );
  const top = ['---------- Mensagem encaminhada ----------', ...lines].join('<br />');
  return `<p>${top}</p>${asHtml(body)}`;
};

const mailbox = (name: string, address: string | null): string => {
  if (address === null) return name;
  return name === '' || name === address ? address : `${name} <${address}>`;
};
