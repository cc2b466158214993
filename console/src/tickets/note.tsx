import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useRead, useWrite } from '../api/client.ts';
import { unsavedNote } from '../shell/browser-storage.ts';
import { Check } from '../ui/form.tsx';
import { toast } from '../ui/overlays/toasts.tsx';
import { Button, focusHeading } from '../ui/page.tsx';
import { mentionAt, mentionedIn, nameOfPerson, type Person, peopleLike } from './mentions.ts';
import { ticketTexts as texts } from './texts.ts';
import styles from './ticket.module.css';

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
  const isBusy = useRef(false);
  const listId = useId();
  const team = useRead('me.get').data?.team ?? [];
  // The position of the `@` before the caret, whose matching people are listed.
  const [at, setAt] = useState<number>();
  const [chosen, setChosen] = useState(0);
  const begun = mentionAt(body, at);
  const people = begun === undefined ? [] : peopleLike(begun.typed, team);
  const person = people[Math.min(chosen, people.length - 1)];
  const look = (typed: HTMLTextAreaElement) => {
    setAt(typed.selectionStart);
    setChosen(0);
  };
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
  const mention = (one: Person) => {
    if (begun === undefined) return;
    const before = `${body.slice(0, begun.from)}@${nameOfPerson(one)} `;
    write(before + body.slice(begun.to));
    setAt(undefined);
    // The caret moves after React has rendered the new text.
    setTimeout(() => box.current?.setSelectionRange(before.length, before.length));
  };
  return (
    <>
      {person && (
        <div role="listbox" id={listId} aria-label={texts.mention} className={styles.people}>
          {people.map((one, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the box has the focus
            <div
              key={one.email}
              id={`${listId}${index}`}
              role="option"
              aria-selected={one === person}
              className="entry"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => mention(one)}
            >
              {nameOfPerson(one)}
              <span className="faint clip">{one.email}</span>
            </div>
          ))}
        </div>
      )}
      <textarea
        ref={box}
        aria-label={texts.noteText}
        aria-autocomplete="list"
        aria-controls={person && listId}
        aria-activedescendant={person && `${listId}${people.indexOf(person)}`}
        placeholder={texts.noteHint}
        value={body}
        onChange={({ target }) => {
          write(target.value);
          look(target);
        }}
        onSelect={({ currentTarget }) => setAt(currentTarget.selectionStart)}
        onBlur={() => setAt(undefined)}
        onKeyDown={(event) => {
          const { key, ctrlKey, metaKey } = event;
          if (key === 'Enter' && (ctrlKey || metaKey)) {
            // The key must not send the reply as well.
            event.preventDefault();
            return save();
          }
          const step = { ArrowDown: 1, ArrowUp: -1 }[key];
          if (person && (step || key === 'Enter' || key === 'Tab' || key === 'Escape')) {
            event.preventDefault();
            if (step) setChosen((people.indexOf(person) + step + people.length) % people.length);
            else if (key === 'Escape') setAt(undefined);
            else mention(person);
          } else if (key === 'Escape') focusHeading();
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
