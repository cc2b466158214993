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

/** The element of each format, and the editor's names for putting it on and taking it off. */
const formats = {
  bold: ['B', 'bold', 'removeBold'],
  italic: ['I', 'italic', 'removeItalic'],
  list: ['UL', 'makeUnorderedList', 'removeList'],
  quote: ['BLOCKQUOTE', 'increaseQuoteLevel', 'decreaseQuoteLevel'],
} as const;

export type Format = keyof typeof formats;

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
  return {
    html: () => editor.getHTML(),
    setHtml: (html) => void editor.setHTML(html),
    insertHtml: (html) => void editor.insertHTML(html),
    focusEnd: () => void editor.focus().moveCursorToEnd(),
    format: (format) => {
      const [tag, on, off] = formats[format];
      editor[editor.hasFormat(tag) ? off : on]().focus();
    },
    link: (address) => void editor.makeLink(address).focus(),
    destroy: () => editor.destroy(),
  };
};
