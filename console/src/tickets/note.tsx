import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useRead, useWrite } from '../api/client.ts';
import { unsavedNote } from '../shell/browser-storage.ts';
import { Check } from '../ui/form.tsx';
import { OptionsDialog } from '../ui/overlays/options-dialog.tsx';
import { toast } from '../ui/overlays/toasts.tsx';
import { Button, focusHeading } from '../ui/page.tsx';
import { isMention, mentionedIn, nameOfPerson } from './mentions.ts';
import { ticketTexts as texts } from './texts.ts';

/** An internal note, which may mention people. This browser stores the text until it is saved. */
export const Note = ({
  ticketId,
  ref: box,
  onSaved,
}: {
  ticketId: number;
  ref: RefObject<HTMLTextAreaElement | null>;
  onSaved: () => void;
}) => {
  const [body, setBody] = useState(() => unsavedNote(ticketId).get() ?? '');
  const [inPrompt, setInPrompt] = useState(false);
  const [isMentioning, setMentioning] = useState(false);
  const isBusy = useRef(false);
  const team = useRead('me.get').data?.team ?? [];
  const write = (text: string) => {
    setBody(text);
    unsavedNote(ticketId).set(text || undefined);
  };
  // Another window saved the note or changed its text.
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key?.endsWith(`:text:note:${ticketId}`)) setBody(unsavedNote(ticketId).get() ?? '');
    };
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, [ticketId]);
  const add = useWrite('tickets.addNote', {
    onSuccess: () => {
      write('');
      setInPrompt(false);
      toast(texts.noteSaved);
      onSaved();
    },
  });
  const save = () => {
    if (isBusy.current || body.trim() === '') return;
    isBusy.current = true;
    add.mutate(
      { id: ticketId, body, inPrompt, mentions: mentionedIn(body, team) },
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
        ref={box}
        aria-label={texts.noteTab}
        placeholder={texts.noteHint}
        value={body}
        onChange={({ target, nativeEvent }) => {
          write(target.value);
          const isAt = nativeEvent instanceof InputEvent && nativeEvent.data === '@';
          const isBegun = isAt && isMention(target.value.slice(0, target.selectionStart));
          // The dialog opens at once, so that the next letters go into it.
          if (isBegun) flushSync(() => setMentioning(true));
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') focusHeading();
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          // The key must not send the reply as well.
          event.preventDefault();
          save();
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
      {isMentioning && (
        <OptionsDialog
          title={texts.mention}
          options={team.map((person) => [person.email, nameOfPerson(person)])}
          onChoose={(email) => {
            const person = team.find((one) => one.email === email);
            const { current } = box;
            setMentioning(false);
            if (!person || !current) return;
            const { selectionStart: at } = current;
            current.setRangeText(`${nameOfPerson(person)} `, at, at, 'end');
            write(current.value);
          }}
          onClose={() => setMentioning(false)}
        />
      )}
    </>
  );
};
