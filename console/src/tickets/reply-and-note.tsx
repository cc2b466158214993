import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ComposerHandle } from '../reply/composer.tsx';
import styles from '../reply/editor.module.css';
import { AskForDraft } from '../reply/model-draft.tsx';
import { focusHeading } from '../ui/page.tsx';
import { useCommands } from '../ui/state/commands.ts';
import { Tabs } from '../ui/tabs.tsx';
import { Note } from './note.tsx';
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
      {tabs.map((name) => (
        <div key={name} hidden={name !== tab}>
          {name === 'reply' ? (
            children
          ) : (
            <Note
              ticketId={ticketId}
              ref={note}
              onSaved={() => {
                setTab('reply');
                focusHeading();
              }}
            />
          )}
        </div>
      ))}
    </section>
  );
};
