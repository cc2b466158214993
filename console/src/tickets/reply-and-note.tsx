import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useRead, useWrite } from '../api/client.ts';
import type { ComposerHandle } from '../reply/composer.tsx';
import styles from '../reply/editor.module.css';
import { AskForDraft } from '../reply/model-draft.tsx';
import { unsavedNote } from '../shell/browser-storage.ts';
import { Check } from '../ui/form.tsx';
import { OptionsDialog } from '../ui/overlays/options-dialog.tsx';
import { toast } from '../ui/overlays/toasts.tsx';
import { Button, focusHeading, Tabs } from '../ui/page.tsx';
import { useCommands } from '../ui/state/commands.ts';
import { useStore } from '../ui/state/store.ts';
import { isMention, mentionedIn, nameOfPerson } from './mentions.ts';
import { ticketTexts as texts } from './texts.ts';

const tabs = ['reply', 'note'] as const;
type Tab = (typeof tabs)[number];

/** The tabs of a ticket for the reply and for the note. */
export const ReplyAndNote = ({
  ticketId,
  composer,
  children,
}: {
  ticketId: number;
  composer: RefObject<ComposerHandle | null>;
  /** The reply's composer. */
  children: ReactNode;
}) => {
  const [tab, setTab] = useState<Tab>('reply');
  const note = useRef<HTMLTextAreaElement>(null);
  const open = (next: Tab) => {
    // The tab changes at once, so that the next keystroke goes into the box.
    flushSync(() => setTab(next));
    if (next === 'reply') composer.current?.focus();
    else note.current?.focus();
  };
  useCommands([
    { group: 'page', text: texts.changes.reply, keys: 'r', run: () => open('reply') },
    { group: 'page', text: texts.changes.note, keys: 'n', run: () => open('note') },
  ]);
  return (
    <section
      aria-label={texts.changes.reply}
      className={styles.writing}
      data-tab={tab}
      data-writing
    >
      <div className={`line between ${styles.tabs}`}>
        <Tabs
          label={texts.changes.reply}
          tabs={tabs.map((name) => [name, texts[`${name}Tab`]])}
          open={tab}
          onOpen={open}
        />
        <AskForDraft ticketId={ticketId} />
      </div>
      <div hidden={tab !== 'reply'}>{children}</div>
      <div hidden={tab !== 'note'}>
        <Note
          ticketId={ticketId}
          ref={note}
          onSaved={() => {
            setTab('reply');
            focusHeading();
          }}
        />
      </div>
    </section>
  );
};

/** An internal note, which may mention people. This browser stores the text until it is saved. */
const Note = ({
  ticketId,
  ref: box,
  onSaved,
}: {
  ticketId: number;
  ref: RefObject<HTMLTextAreaElement | null>;
  onSaved: () => void;
}) => {
  const unsaved = unsavedNote(ticketId);
  const body = useStore(unsaved);
  const [inPrompt, setInPrompt] = useState(false);
  const [isMentioning, setMentioning] = useState(false);
  const isBusy = useRef(false);
  const team = useRead('me.get').data?.team ?? [];
  const add = useWrite('tickets.addNote', {
    onSuccess: () => {
      unsaved.set('');
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
          unsaved.set(target.value);
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
            unsaved.set(current.value);
          }}
          onClose={() => setMentioning(false)}
        />
      )}
    </>
  );
};
