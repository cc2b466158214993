import { useRead } from '../api/client.ts';
import { Input } from '../ui/form.tsx';
import { ticketTexts as texts } from './texts.ts';

/** The form fields for a ticket's requester, subject and category. */
export const TicketFields = ({
  email,
  name,
  subject,
  main,
  issue,
}: {
  email?: string | undefined;
  name?: string | undefined;
  subject?: string;
  main?: string;
  issue?: string | undefined;
}) => {
  const categories = useRead('reports.filters').data?.categories ?? [];
  const { fields } = texts;
  return (
    <>
      <Input label={fields.email} name="email" type="email" maxLength={254} defaultValue={email} />
      <Input label={fields.name} name="name" maxLength={120} defaultValue={name} />
      <Input
        label={fields.subject}
        name="subject"
        required
        maxLength={300}
        defaultValue={subject}
      />
      <Input
        label={fields.main}
        name="main"
        required
        maxLength={100}
        usual={categories.map((category) => category.main)}
        defaultValue={main}
      />
      {issue !== undefined && (
        <Input label={fields.issue} name="issue" maxLength={100} defaultValue={issue} />
      )}
    </>
  );
};
