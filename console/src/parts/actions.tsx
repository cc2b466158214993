import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../app/toasts.tsx';
import { actionTexts } from '../texts/parts.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Toolbar } from './page.tsx';

/** Something that a button does once what it does is confirmed. */
export interface Action {
  text: string;
  asks: string;
  danger?: boolean;
  /** A text that it resolves to is shown. */
  run: () => Promise<unknown>;
}

/** Buttons that ask before they do something. */
export const Actions = ({ actions }: { actions: readonly Action[] }) => {
  const [asked, setAsked] = useState<Action>();
  const work = useMutation({
    mutationFn: ({ run }: Action) => run(),
    onSuccess: (done) => {
      toast(typeof done === 'string' ? done : actionTexts.done);
      setAsked(undefined);
    },
  });
  return (
    <Toolbar>
      {actions.map((action) => (
        <button
          key={action.text}
          type="button"
          className={action.danger ? 'danger' : ''}
          onClick={() => setAsked(action)}
        >
          {action.text}
        </button>
      ))}
      {asked && (
        <ConfirmDialog
          title={asked.text}
          confirm={asked.text}
          danger={asked.danger ?? false}
          busy={work.isPending}
          onConfirm={() => work.mutate(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>{asked.asks}</p>
        </ConfirmDialog>
      )}
    </Toolbar>
  );
};
