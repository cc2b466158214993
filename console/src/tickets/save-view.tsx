import { useState } from 'react';
import { useWrite } from '../api/client.ts';
import { useSession } from '../app/session.ts';
import { toast } from '../app/toasts.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { shell } from '../texts/shell.ts';
import { ticketTexts as texts } from '../texts/tickets.ts';
import { conditionsOf, type Filter } from './filter.ts';
import styles from './views.module.css';

/** Saves the filter of the address as a view, one's own or the team's. */
export const SaveView = ({ filter }: { filter: Filter }) => {
  const me = useSession()?.email ?? '';
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const save = useWrite('views.save');
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    const done = () => {
      setOpen(false);
      setName('');
      toast(texts.views.saved);
    };
    const view = { name, filter: conditionsOf(filter, me), sort: filter.sort, shared };
    save.mutate(view, { onSuccess: done });
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {texts.views.save}
      </button>
      {open && (
        <Dialog title={texts.views.save} onClose={() => setOpen(false)}>
          <form onSubmit={submit} className={styles.form}>
            <label>
              {texts.views.name}
              <input
                required
                maxLength={60}
                autoComplete="off"
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
            </label>
            <label className={styles.shared}>
              <input
                type="checkbox"
                checked={shared}
                onChange={({ target }) => setShared(target.checked)}
              />
              {texts.views.shared}
            </label>
            <div className={styles.buttons}>
              <button type="button" onClick={() => setOpen(false)}>
                {shell.cancel}
              </button>
              <button type="submit" className="primary" disabled={save.isPending}>
                {texts.views.saveButton}
              </button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  );
};
