import { useWrite } from '../api/client.ts';
import { toast } from '../app/toasts.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Check, type Fields } from '../parts/page.tsx';
import { ticketTexts as texts } from '../texts/tickets.ts';

/** Writes an internal note. What was typed stays if it is closed by accident. */
export const NoteDialog = ({ ticketId, onClose }: { ticketId: number; onClose: () => void }) => {
  const key = `console:note:${ticketId}`;
  const add = useWrite('tickets.addNote');
  const save = ({ body = '', inPrompt }: Fields) => {
    if (add.isPending) return;
    const onSuccess = () => {
      sessionStorage.removeItem(key);
      toast(texts.noteSaved);
      onClose();
    };
    add.mutate({ id: ticketId, body, inPrompt: inPrompt !== undefined }, { onSuccess });
  };
  return (
    <ConfirmDialog
      title={texts.note}
      confirm={texts.saveNote}
      busy={add.isPending}
      onConfirm={save}
      onClose={onClose}
    >
      <textarea
        aria-label={texts.noteText}
        name="body"
        required
        rows={6}
        defaultValue={sessionStorage.getItem(key) ?? ''}
        onChange={({ target }) => sessionStorage.setItem(key, target.value)}
        onKeyDown={({ key: pressed, ctrlKey, metaKey, currentTarget }) => {
          if (pressed === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit();
        }}
      />
      <Check label={texts.noteInPrompt} name="inPrompt" />
    </ConfirmDialog>
  );
};
