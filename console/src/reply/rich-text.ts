import DOMPurify from 'dompurify';
import Squire from 'squire-rte';
import { safeFragment } from './reply-html.tsx';

/** The element of each format, and the editor's names for putting it on and taking it off. */
const formats = {
  bold: ['B', 'bold', 'removeBold'],
  italic: ['I', 'italic', 'removeItalic'],
  list: ['UL', 'makeUnorderedList', 'removeList'],
  quote: ['BLOCKQUOTE', 'increaseQuoteLevel', 'decreaseQuoteLevel'],
} as const;

// The editor takes back changes by writing HTML as text, which the page's policy allows to this policy alone.
window.trustedTypes?.createPolicy('default', {
  createHTML: (html: string) => DOMPurify.sanitize(html),
});

/** Makes an element an editor of what replies may have: paragraphs, emphasis, lists, quotes and links. */
export const openRichText = (root: HTMLElement, onChange: () => void): Squire => {
  const editor = new Squire(root, {
    blockTag: 'P',
    addLinks: true,
    sanitizeToDOMFragment: (html: string) => safeFragment(html),
  });
  editor.addEventListener('input', onChange);
  return editor;
};

/** Puts a format on what is selected, or takes it off. */
export const toggleFormat = (editor: Squire, format: keyof typeof formats): void => {
  const [tag, on, off] = formats[format];
  editor[editor.hasFormat(tag) ? off : on]().focus();
};
