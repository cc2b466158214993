import type { ReactNode } from 'react';
import { shell } from '../texts/shell.ts';
import { Dialog } from './dialog.tsx';

/**
 * Asks before something is done: what it touches, or what it needs to know.
 *
 * @param confirm the text of the button that does it
 * @param busy no button works while it is being done
 * @param onConfirm gets the fields that have a name
 */
export const ConfirmDialog = ({
  title,
  confirm,
  danger = false,
  busy = false,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  confirm: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: (fields: FormData) => void;
  onClose: () => void;
  children: ReactNode;
}) => (
  <Dialog title={title} onClose={onClose}>
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onConfirm(new FormData(event.currentTarget));
      }}
    >
      {children}
      <div className="line end">
        <button type="button" onClick={onClose}>
          {shell.cancel}
        </button>
        <button type="submit" className={danger ? 'danger' : 'primary'} disabled={busy}>
          {confirm}
        </button>
      </div>
    </form>
  </Dialog>
);
