import { useRead } from '../api/client.ts';
import { Input } from '../ui/form.tsx';
import type { OpenTicket } from './conversation/thread.ts';
import { ticketTexts as texts } from './texts.ts';

/** The form fields for a ticket's requester, subject and category, with the values of a ticket. */
export const TicketFields = ({ ticket }: { ticket?: OpenTicket }) => {
  const categories = useRead('reports.filters').data?.categories ?? [];
  const { fields } = texts;
  return (
    <>
      <Input
        label={fields.email}
        name="requesterEmail"
        type="email"
        maxLength={254}
        defaultValue={ticket?.requesterEmail ?? ''}
      />
      <Input
        label={fields.name}
        name="requesterName"
        maxLength={120}
        defaultValue={ticket?.requesterName ?? ''}
      />
      <Input
        label={fields.subject}
        name="subject"
        required
        maxLength={300}
        defaultValue={ticket?.subject}
      />
      <Input
        label={fields.main}
        name="main"
        required
        maxLength={100}
        usual={categories.map((category) => category.main)}
        defaultValue={ticket?.main}
      />
      {ticket && (
        <Input
          label={fields.issue}
          name="issue"
          maxLength={100}
          defaultValue={ticket.issue ?? ''}
        />
      )}
    </>
  );
};
