import DOMPurify from 'dompurify';
import { Bold, Italic, Link as LinkIcon, List, TextQuote } from 'lucide-react';
import {
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import Squire from 'squire-rte';
import { Menu } from '../ui/overlays/menu.tsx';
import { Button, focusHeading, IconButton } from '../ui/page.tsx';
import { useNarrow } from '../ui/state/use-narrow.ts';
import styles from './editor.module.css';
import html from './reply-html.module.css';
import { asHtml, safeFragment, withContentIds } from './reply-html.tsx';
import { replyTexts as texts } from './texts.ts';

export interface EditorHandle {
  focus: () => void;
  /** Replaces the whole text without reporting a change. */
  setHtml: (html: string) => void;
  insertHtml: (html: string) => void;
  /** Returns true if the text can be edited. */
  isShown: () => boolean;
}

const askLink = (editor: Squire | undefined): void => {
  const address = prompt(texts.linkAddress, 'https://');
  if (address && /^(https?|mailto):/.test(address)) editor?.makeLink(address).focus();
};

/** The tools: label, icon, element, and the editor's methods that apply it and remove it. */
const tools = [
  [texts.bold, Bold, 'B', 'bold', 'removeBold'],
  [texts.italic, Italic, 'I', 'italic', 'removeItalic'],
  [texts.list, List, 'UL', 'makeUnorderedList', 'removeList'],
  [texts.quote, TextQuote, 'BLOCKQUOTE', 'increaseQuoteLevel', 'decreaseQuoteLevel'],
] as const;

/** Returns true if a slash at the cursor starts a quick reply. */
const isAtStart = (): boolean => {
  const { anchorNode, anchorOffset = 0 } = getSelection() ?? {};
  if (anchorNode?.nodeType !== Node.TEXT_NODE) return true;
  return /(^|\s)$/.test((anchorNode.textContent ?? '').slice(0, anchorOffset));
};

// The editor writes HTML as text to undo changes; the page's Trusted Types policy allows only this policy.
window.trustedTypes?.createPolicy('default', {
  createHTML: (html: string) => DOMPurify.sanitize(html),
});

/**
 * A rich-text box for the markup that replies may have: emphasis, lists, quotes and links.
 * @param onChange called with the HTML, which is empty if there is no text
 * @param onSlash called for a slash at the beginning of a word
 */
export const Editor = ({
  label,
  placeholder,
  ref,
  initial = '',
  onChange,
  onSlash,
  onSend,
  children,
}: {
  label: string;
  placeholder?: string;
  ref?: Ref<EditorHandle>;
  /** The first text. */
  initial?: string;
  onChange: (html: string) => void;
  onSlash?: () => void;
  /** Called for Control+Enter; `resolve` is true with Shift. */
  onSend?: (resolve: boolean) => void;
  /** Additional buttons. */
  children?: ReactNode;
}) => {
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<Squire>(undefined);
  // A text that the page sets is not a change.
  const shown = useRef('');
  const [empty, setEmpty] = useState(true);
  const set = (text: string) => {
    const written = text && asHtml(text);
    shown.current = written;
    setEmpty(written === '');
    editor.current?.setHTML(written);
  };
  const begin = useEffectEvent(() => set(initial));
  const report = useEffectEvent(() => {
    const hasPicture = box.current?.querySelector('img') != null;
    const isEmpty = box.current?.textContent.trim() === '' && !hasPicture;
    const written = isEmpty ? '' : withContentIds(editor.current?.getHTML() ?? '');
    setEmpty(isEmpty);
    if (written === shown.current) return;
    shown.current = written;
    onChange(written);
  });
  useEffect(() => {
    if (!box.current) return;
    const opened = new Squire(box.current, {
      blockTag: 'P',
      addLinks: true,
      sanitizeToDOMFragment: (text: string) => safeFragment(text),
    });
    opened.addEventListener('input', () => report());
    editor.current = opened;
    begin();
    return () => opened.destroy();
  }, []);
  useImperativeHandle(ref, () => ({
    focus: () => editor.current?.focus().moveCursorToEnd(),
    setHtml: set,
    insertHtml: (text) => {
      editor.current?.insertHTML(asHtml(text));
      report();
    },
    isShown: () => box.current?.checkVisibility() ?? false,
  }));
  const isNarrow = useNarrow(40);
  const Tool = isNarrow ? Button : IconButton;
  const formats = (
    <>
      {tools.map(([text, icon, tag, on, off]) => (
        <Tool
          key={text}
          icon={icon}
          text={text}
          onClick={() => editor.current?.[editor.current.hasFormat(tag) ? off : on]().focus()}
        />
      ))}
      <Tool icon={LinkIcon} text={texts.link} onClick={() => askLink(editor.current)} />
    </>
  );
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSend?.(event.shiftKey);
    }
    if (event.key === '/' && onSlash && isAtStart()) {
      event.preventDefault();
      onSlash();
    }
    if (event.key === 'Escape') focusHeading();
  };
  return (
    // The attribute is not on the box itself, because the editor would take it for a change of the text.
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
        className={`${styles.text} ${html.html}`}
        onKeyDown={onKeyDown}
      />
      {/* The selection stays in the box. */}
      <div
        role="toolbar"
        aria-label={texts.tools}
        className={styles.tools}
        onMouseDown={(event) => event.preventDefault()}
      >
        {!isNarrow && formats}
        {children}
        {isNarrow && <Menu text={texts.tools}>{formats}</Menu>}
      </div>
    </div>
  );
};
