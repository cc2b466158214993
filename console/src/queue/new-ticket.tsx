import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../api/client.ts';
import { ticketTexts as texts } from '../tickets/texts.ts';
import { TicketFields } from '../tickets/ticket-fields.tsx';
import { ConfirmDialog } from '../ui/actions.tsx';
import { Field } from '../ui/form.tsx';
import { toast } from '../ui/overlays/toasts.tsx';
import { IconButton } from '../ui/page.tsx';
import { useCommands } from '../ui/state/commands.ts';

/** Opens a ticket for a reader who called or wrote on another channel. */
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
