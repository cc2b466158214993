import DOMPurify from 'dompurify';
import Squire from 'squire-rte';
import { safeFragment } from './reply-html.tsx';

// The editor takes back changes by writing HTML as text, which the page's policy allows to this
// policy alone.
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
