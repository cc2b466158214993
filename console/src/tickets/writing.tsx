import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import type { ComposerHandle } from '../reply/composer.tsx';
import styles from '../reply/editor.module.css';
import { useCommands } from '../ui/commands.ts';
import { focusHeading } from '../ui/page.tsx';
import { Note } from './note.tsx';
import { ticketTexts as texts } from './texts.ts';

const tabs = ['reply', 'note'] as const;
type Tab = (typeof tabs)[number];

/** Where a ticket is answered, and notes are left beside it. */
export const Writing = ({
  ticketId,
  composer,
  children,
}: {
  ticketId: number;
  composer: RefObject<ComposerHandle | null>;
  /** The reply. */
  children: ReactNode;
}) => {
  const [tab, setTab] = useState<Tab>('reply');
  const note = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const open = (next: Tab) => {
    setTab(next);
    // Once it is shown.
    setTimeout(() => (next === 'reply' ? composer.current?.focus() : note.current?.focus()));
  };
  useCommands([
    { group: 'page', text: texts.actions.reply, keys: 'r', run: () => open('reply') },
    { group: 'page', text: texts.actions.note, keys: 'n', run: () => open('note') },
  ]);
  return (
    <section aria-label={texts.writing} className={styles.writing} data-tab={tab} data-writing>
      <div role="tablist" aria-label={texts.writing} className="tabs">
        {tabs.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}${name}`}
            aria-selected={tab === name}
            aria-controls={`${id}panel${name}`}
            tabIndex={tab === name ? 0 : -1}
            onClick={() => open(name)}
            onKeyDown={({ key }) => {
              if (key === 'ArrowLeft' || key === 'ArrowRight') {
                open(name === 'reply' ? 'note' : 'reply');
              }
            }}
          >
            {texts[`${name}Tab`]}
          </button>
        ))}
      </div>
      {tabs.map((name) => (
        <div
          key={name}
          role="tabpanel"
          id={`${id}panel${name}`}
          aria-labelledby={`${id}${name}`}
          hidden={tab !== name}
        >
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
