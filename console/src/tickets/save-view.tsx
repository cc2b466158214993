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
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const save = useWrite('views.save');
  const submit = () => {
    const done = () => {
      setOpen(false);
      setName('');
      toast(texts.views.saved);
    };
    const view = { name, filter: conditionsOf(filter), sort: filter.sort, shared };
    save.mutate(view, { onSuccess: done });
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
            <input
              required
              maxLength={60}
              autoComplete="off"
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          </Field>
          <Check label={texts.views.shared} checked={shared} onChange={setShared} />
        </ConfirmDialog>
      )}
    </>
  );
};
