import { useState } from 'react';
import { useWrite } from '../api/client.ts';
import { toast } from '../app/toasts.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Check, Field } from '../parts/page.tsx';
import { ticketTexts as texts } from '../texts/tickets.ts';
import { conditionsOf, type Filter } from './filter.ts';

/** Saves the filter of the address as a view, one's own or the team's. */
export const SaveView = ({ filter }: { filter: Filter }) => {
  const [open, setOpen] = useState(false);
  const save = useWrite('views.save');
  const submit = (fields: FormData) => {
    const onSuccess = () => {
      setOpen(false);
      toast(texts.views.saved);
    };
    const named = { name: String(fields.get('name')), shared: fields.has('shared') };
    save.mutate({ ...named, filter: conditionsOf(filter), sort: filter.sort }, { onSuccess });
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {texts.views.save}
      </button>
      {open && (
        <ConfirmDialog
          title={texts.views.save}
          confirm={texts.views.saveButton}
          busy={save.isPending}
          onConfirm={submit}
          onClose={() => setOpen(false)}
        >
          <Field label={texts.views.name}>
            <input name="name" required maxLength={60} autoComplete="off" />
          </Field>
          <Check label={texts.views.shared} name="shared" />
        </ConfirmDialog>
      )}
    </>
  );
};
