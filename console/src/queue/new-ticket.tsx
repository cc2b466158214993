import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useRead, useWrite } from '../api/client.ts';
import { ConfirmDialog } from '../ui/actions.tsx';
import { useCommands } from '../ui/state/commands.ts';
import { Field, Input } from '../ui/form.tsx';
import { IconButton } from '../ui/page.tsx';
import { toast } from '../ui/overlays/toasts.tsx';
import { ticketTexts as texts } from '../tickets/texts.ts';

/** Opens a ticket for a reader who called, or wrote elsewhere. */
export const NewTicket = () => {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const create = useWrite('tickets.create', {
    onSuccess: ({ id }) => {
      setOpen(false);
      toast(texts.created(id));
      void navigate({ to: `/chamados/${id}`, search: true });
    },
  });
  const open = () => setOpen(true);
  useCommands([{ group: 'page', text: texts.create, run: open }]);
  return (
    <>
      <IconButton icon={Plus} text={texts.create} onClick={open} />
      {isOpen && (
        <ConfirmDialog
          title={texts.create}
          confirm={texts.createConfirm}
          busy={create.isPending}
          onClose={() => setOpen(false)}
          onConfirm={({ email, name, subject = '', main = '', body = '' }) =>
            create.mutate({
              ...(email && { requesterEmail: email }),
              ...(name && { requesterName: name }),
              subject,
              main,
              body,
            })
          }
        >
          <TicketFields />
          <Field label={texts.fields.body}>
            <textarea name="body" required rows={4} />
          </Field>
        </ConfirmDialog>
      )}
    </>
  );
};

/** The fields of who a ticket is from and what it is about. */
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
