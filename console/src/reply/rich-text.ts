import DOMPurify from 'dompurify';
import Squire from 'squire-rte';
import { safeFragment } from './safe-html.ts';

/** What is written in an element that the editor has taken over. */
export interface RichText {
  html: () => string;
  setHtml: (html: string) => void;
  insertHtml: (html: string) => void;
  focusEnd: () => void;
  format: (format: Format) => void;
  link: (address: string) => void;
  destroy: () => void;
}

export type Format = 'bold' | 'italic' | 'list' | 'quote';

// The editor takes back changes by writing HTML as text, which the page's policy allows to this policy alone.
window.trustedTypes?.createPolicy('default', {
  createHTML: (html: string) => DOMPurify.sanitize(html),
});

/** Makes an element an editor of what replies may have: paragraphs, emphasis, lists, quotes and links. */
export const openRichText = (root: HTMLElement, onChange: () => void): RichText => {
  const editor = new Squire(root, {
    blockTag: 'P',
    addLinks: true,
    sanitizeToDOMFragment: (html: string) => safeFragment(html),
  });
  editor.addEventListener('input', onChange);
  const toggle = (tag: string, on: () => void, off: () => void) =>
    editor.hasFormat(tag) ? off() : on();
  const formats: Record<Format, () => void> = {
    bold: () =>
      toggle(
        'B',
        () => editor.bold(),
        () => editor.removeBold(),
      ),
    italic: () =>
      toggle(
        'I',
        () => editor.italic(),
        () => editor.removeItalic(),
      ),
    list: () =>
      toggle(
        'UL',
        () => editor.makeUnorderedList(),
        () => editor.removeList(),
      ),
    quote: () =>
      toggle(
        'BLOCKQUOTE',
        () => editor.increaseQuoteLevel(),
        () => editor.decreaseQuoteLevel(),
      ),
  };
  return {
    html: () => editor.getHTML(),
    setHtml: (html) => void editor.setHTML(html),
    insertHtml: (html) => void editor.insertHTML(html),
    focusEnd: () => void editor.focus().moveCursorToEnd(),
    format: (format) => {
      formats[format]();
      editor.focus();
    },
    link: (address) => void editor.makeLink(address).focus(),
    destroy: () => editor.destroy(),
  };
};
