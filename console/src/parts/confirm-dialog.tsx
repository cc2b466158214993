import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react';
import { shell } from '../texts/shell.ts';
import { Dialog } from './dialog.tsx';
import { type Fields, Form } from './page.tsx';

const Block = createContext<(blocked: boolean) => void>(() => {});

/** Switches the button off that confirms the dialog around a component. */
export const useBlocked = (blocked: boolean): void => {
  const block = useContext(Block);
  useLayoutEffect(() => block(blocked), [block, blocked]);
};

/**
 * Asks before something is done: what it touches, or what it needs to know.
 *
 * @param confirm the text of the button that does it
 * @param busy the button is off while it is being done
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
  onConfirm: (fields: Fields) => void;
  onClose: () => void;
  children: ReactNode;
}) => {
  const [blocked, setBlocked] = useState(false);
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={onConfirm}>
        <Block value={setBlocked}>{children}</Block>
        <div className="line end">
          <button type="button" onClick={onClose}>
            {shell.cancel}
          </button>
          <button
            type="submit"
            className={danger ? 'danger' : 'primary'}
            disabled={busy || blocked}
          >
            {confirm}
          </button>
        </div>
      </Form>
    </Dialog>
  );
};
