import { useState } from 'react';
import { useWrite } from '../api/client.ts';
import { toast } from '../app/toasts.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { shell } from '../texts/shell.ts';
import { ticketTexts as texts } from '../texts/tickets.ts';
import styles from './ticket.module.css';

/** Writes an internal note. What was typed stays if it is closed by accident. */
export const NoteDialog = ({ ticketId, onClose }: { ticketId: number; onClose: () => void }) => {
  const key = `console:note:${ticketId}`;
  const [body, setBody] = useState(() => sessionStorage.getItem(key) ?? '');
  const [inPrompt, setInPrompt] = useState(false);
  const add = useWrite('tickets.addNote');
  const change = (text: string) => {
    setBody(text);
    sessionStorage.setItem(key, text);
  };
  const save = () => {
    if (body.trim() === '' || add.isPending) return;
    add.mutate(
      { id: ticketId, body, inPrompt },
      {
        onSuccess: () => {
          sessionStorage.removeItem(key);
          toast(texts.noteSaved);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={texts.note} onClose={onClose}>
      <textarea
        autoFocus
        aria-label={texts.noteText}
        rows={6}
        value={body}
        onChange={({ target }) => change(target.value)}
        onKeyDown={({ key: pressed, ctrlKey, metaKey }) => {
          if (pressed === 'Enter' && (ctrlKey || metaKey)) save();
        }}
      />
      <label className={styles.inPrompt}>
        <input
          type="checkbox"
          checked={inPrompt}
          onChange={({ target }) => setInPrompt(target.checked)}
        />
        {texts.noteInPrompt}
      </label>
      <div className={styles.buttons}>
        <button type="button" onClick={onClose}>
          {shell.cancel}
        </button>
        <button
          type="button"
          className="primary"
          disabled={body.trim() === '' || add.isPending}
          onClick={save}
        >
          {texts.saveNote}
        </button>
      </div>
    </Dialog>
  );
};
