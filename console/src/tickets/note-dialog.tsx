import { useState } from 'react';
import { useWrite } from '../api/client.ts';
import { toast } from '../app/toasts.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Check } from '../parts/page.tsx';
import { ticketTexts as texts } from '../texts/tickets.ts';

/** Writes an internal note. What was typed stays if it is closed by accident. */
export const NoteDialog = ({ ticketId, onClose }: { ticketId: number; onClose: () => void }) => {
  const key = `console:note:${ticketId}`;
  const [body, setBody] = useState(() => sessionStorage.getItem(key) ?? '');
  const [inPrompt, setInPrompt] = useState(false);
  const add = useWrite('tickets.addNote');
  const isEmpty = body.trim() === '';
  const change = (text: string) => {
    setBody(text);
    sessionStorage.setItem(key, text);
  };
  const save = () => {
    const done = () => {
      sessionStorage.removeItem(key);
      toast(texts.noteSaved);
      onClose();
    };
    add.mutate({ id: ticketId, body, inPrompt }, { onSuccess: done });
  };
  return (
    <ConfirmDialog
      title={texts.note}
      confirm={texts.saveNote}
      busy={isEmpty || add.isPending}
      onConfirm={save}
      onClose={onClose}
    >
      <textarea
        aria-label={texts.noteText}
        rows={6}
        value={body}
        onChange={({ target }) => change(target.value)}
        onKeyDown={({ key: pressed, ctrlKey, metaKey }) => {
          if (pressed === 'Enter' && (ctrlKey || metaKey) && !isEmpty && !add.isPending) save();
        }}
      />
      <Check label={texts.noteInPrompt} checked={inPrompt} onChange={setInPrompt} />
    </ConfirmDialog>
  );
};
