import { type Ref, useRef, useState } from 'react';
import { useWrite } from '../api/client.ts';
import { ownKey } from '../shell/own.ts';
import { Check } from '../ui/form.tsx';
import { Button, focusHeading } from '../ui/page.tsx';
import { kept } from '../ui/store.ts';
import { toast } from '../ui/toasts.tsx';
import { ticketTexts as texts } from './texts.ts';

const noteText = (ticketId: number) => kept<string>(ownKey(`text:note:${ticketId}`));

/** An internal note. What was typed stays until it is saved. */
export const Note = ({
  ticketId,
  ref,
  onSaved,
}: {
  ticketId: number;
  ref: Ref<HTMLTextAreaElement>;
  onSaved: () => void;
}) => {
  const [body, setBody] = useState(() => noteText(ticketId).get() ?? '');
  const [inPrompt, setInPrompt] = useState(false);
  const isBusy = useRef(false);
  const write = (text: string) => {
    setBody(text);
    noteText(ticketId).set(text || undefined);
  };
  const add = useWrite('tickets.addNote', {
    onSuccess: () => {
      write('');
      toast(texts.noteSaved);
      onSaved();
    },
  });
  const save = () => {
    if (isBusy.current || body.trim() === '') return;
    isBusy.current = true;
    add.mutate(
      { id: ticketId, body, inPrompt },
      {
        onSettled: () => {
          isBusy.current = false;
        },
      },
    );
  };
  return (
    <>
      <textarea
        ref={ref}
        aria-label={texts.noteText}
        placeholder={texts.noteHint}
        value={body}
        onChange={({ target }) => write(target.value)}
        onKeyDown={({ key, ctrlKey, metaKey }) => {
          if (key === 'Enter' && (ctrlKey || metaKey)) save();
          if (key === 'Escape') focusHeading();
        }}
      />
      <div className="line">
        <Check label={texts.noteInPrompt} checked={inPrompt} onChange={setInPrompt} />
        <span className="push" />
        <Button
          text={texts.saveNote}
          className="primary"
          disabled={body.trim() === '' || add.isPending}
          onClick={save}
        />
      </div>
    </>
  );
};
