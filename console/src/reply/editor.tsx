import { Bold, Italic, Link as LinkIcon, List, TextQuote } from 'lucide-react';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { replyTexts as texts } from '../texts/reply.ts';
import styles from './editor.module.css';
import html from './reply-html.module.css';
import type { RichText } from './rich-text.ts';
import { asHtml, paragraphs, safeFragment } from './safe-html.ts';

/** What the page does with an editor. */
export interface EditorHandle {
  focus: () => void;
  /** Replaces everything; not reported as a change. */
  setHtml: (html: string) => void;
  insertHtml: (html: string) => void;
}

const askLink = (rich: RichText): void => {
  const address = prompt(texts.linkAddress, 'https://');
  if (address && /^(https?|mailto):/.test(address)) rich.link(address);
};

const tools: readonly { text: string; icon: typeof Bold; use: (rich: RichText) => void }[] = [
  { text: texts.bold, icon: Bold, use: (rich) => rich.format('bold') },
  { text: texts.italic, icon: Italic, use: (rich) => rich.format('italic') },
  { text: texts.list, icon: List, use: (rich) => rich.format('list') },
  { text: texts.quote, icon: TextQuote, use: (rich) => rich.format('quote') },
  { text: texts.link, icon: LinkIcon, use: askLink },
];

const idleMs = 300;

/** Whether what stands before the cursor lets a slash begin something new. */
const isAtStart = (): boolean => {
  const { anchorNode, anchorOffset = 0 } = getSelection() ?? {};
  if (anchorNode?.nodeType !== Node.TEXT_NODE) return true;
  return /(^|\s)$/.test((anchorNode.textContent ?? '').slice(0, anchorOffset));
};

/**
 * A box for rich text. The editor is loaded once the page is quiet or somebody writes; until then the box takes plain text.
 *
 * @param onChange called with the HTML, empty if there is no text
 * @param onSlash called for a slash that begins a word
 */
export const Editor = ({
  label,
  placeholder,
  ref,
  onChange,
  onSlash,
  onSend,
}: {
  label: string;
  placeholder?: string;
  ref: Ref<EditorHandle>;
  onChange: (html: string) => void;
  onSlash?: () => void;
  onSend?: () => void;
}) => {
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<Promise<RichText>>(undefined);
  const opened = useRef<RichText>(undefined);
  // What the page itself set is no change.
  const shown = useRef('');
  const [empty, setEmpty] = useState(true);
  const latest = useRef(onChange);
  latest.current = onChange;

  const report = () => {
    const root = box.current;
    if (!root) return;
    const isEmpty = root.textContent.trim() === '';
    const written = opened.current?.html() ?? paragraphs(root.innerText);
    setEmpty(isEmpty);
    const now = isEmpty ? '' : written;
    if (now === shown.current) return;
    shown.current = now;
    latest.current(now);
  };
  const open = (): Promise<RichText> => {
    editor.current ??= import('./rich-text.ts').then(({ openRichText }) => {
      const root = box.current;
      // The page was left meanwhile: nobody waits for its editor.
      if (!root) return new Promise<never>(() => undefined);
      const before = shown.current;
      const hadFocus = root.contains(document.activeElement);
      // The editor follows the selection from the moment that the box is focused.
      root.blur();
      const rich = openRichText(root, report);
      rich.setHtml(before);
      opened.current = rich;
      if (hadFocus) rich.focusEnd();
      return rich;
    });
    return editor.current;
  };
  const openLatest = useEffectEvent(open);
  useEffect(() => {
    // After the conversation, and before somebody writes.
    const idle = setTimeout(() => void openLatest(), idleMs);
    return () => {
      clearTimeout(idle);
      opened.current?.destroy();
      opened.current = undefined;
      editor.current = undefined;
    };
  }, []);
  useImperativeHandle(ref, () => ({
    focus: () => {
      box.current?.focus();
      void open().then((rich) => rich.focusEnd());
    },
    setHtml: (text) => {
      shown.current = text && asHtml(text);
      setEmpty(text === '');
      if (opened.current) opened.current.setHtml(shown.current);
      else box.current?.replaceChildren(safeFragment(shown.current));
    },
    insertHtml: (text) =>
      void open().then((rich) => {
        rich.insertHtml(asHtml(text));
        report();
      }),
  }));
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSend?.();
    }
    if (event.key === '/' && onSlash && isAtStart()) {
      event.preventDefault();
      onSlash();
    }
    if (event.key === 'Escape') box.current?.blur();
  };
  return (
    // Not on the box: the editor takes a changed attribute of it for a change of the text.
    <div className={styles.editor} data-empty={empty || undefined} data-placeholder={placeholder}>
      {/* biome-ignore lint/a11y/useSemanticElements: a text area has no rich text */}
      <div
        ref={box}
        role="textbox"
        tabIndex={0}
        aria-label={label}
        aria-multiline
        contentEditable
        suppressContentEditableWarning
        className={`${styles.box} ${html.html}`}
        onFocus={open}
        onInput={report}
        onKeyDown={onKeyDown}
      />
      <div role="toolbar" aria-label={texts.tools} className={styles.tools}>
        {tools.map(({ text, icon: Icon, use }) => (
          <button
            key={text}
            type="button"
            className="quiet"
            title={text}
            // The selection stays in the box.
            onMouseDown={(event) => event.preventDefault()}
            onClick={async () => use(await open())}
          >
            <Icon aria-hidden size={16} />
            <span className="hidden">{text}</span>
          </button>
        ))}
      </div>
    </div>
  );
};
