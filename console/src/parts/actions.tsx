import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { refresh } from '../api/refresh.ts';
import { useCommands } from '../app/commands.ts';
import { toast } from '../app/toasts.tsx';
import { pageTexts } from '../texts/parts.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { type Fields, Toolbar } from './page.tsx';

/** Something that a button does. */
export interface Action {
  text: string;
  /** Names the button and its dialog where several buttons have the same text. */
  title?: string;
  /** What a dialog asks first: a question, or the fields that `run` gets. */
  asks?: ReactNode;
  /** The button of the dialog, if its text is another. */
  confirm?: string;
  danger?: boolean;
  keys?: string | undefined;
  /** Shows something here and changes nothing: there is no `run`. */
  opens?: () => void;
  /** Gets the fields of the dialog. A text that it resolves to is shown. */
  run?: (fields: Fields) => Promise<unknown>;
  /** Shown unless `run` has a text. */
  done?: string;
}

/** Buttons, and the dialogs that they open before they do something. */
export const Actions = ({ actions }: { actions: readonly Action[] }) => {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<string>();
  const open = actions.find(({ text }) => text === asked);
  const work = useMutation({
    mutationFn: async ({ action, fields = {} }: { action: Action; fields?: Fields }) =>
      action.run?.(fields),
    onSuccess: (result, { action: { done = pageTexts.done } }) => {
      toast(typeof result === 'string' ? result : done);
      setAsked(undefined);
    },
    // It may have changed since it was read.
    onError: () => refresh(queries),
  });
  const start = (action: Action) => {
    if (action.opens) action.opens();
    else if (action.asks === undefined) work.mutate({ action });
    else setAsked(action.text);
  };
  useCommands(
    actions.flatMap((action) => {
      const { text, keys } = action;
      return keys ? [{ group: 'page', text, keys, run: () => start(action) }] : [];
    }),
  );
  return (
    <Toolbar>
      {actions.map((action) => (
        <button
          key={action.text}
          type="button"
          className={action.danger ? 'danger' : ''}
          aria-label={action.title}
          disabled={work.isPending}
          onClick={() => start(action)}
        >
          {action.text}
        </button>
      ))}
      {open && (
        <ConfirmDialog
          title={open.title ?? open.text}
          confirm={open.confirm ?? open.text}
          danger={open.danger ?? false}
          busy={work.isPending}
          onConfirm={(fields) => work.mutate({ action: open, fields })}
          onClose={() => setAsked(undefined)}
        >
          {typeof open.asks === 'string' ? <p>{open.asks}</p> : open.asks}
        </ConfirmDialog>
      )}
    </Toolbar>
  );
};
