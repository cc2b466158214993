import DOMPurify from 'dompurify';
import Squire from 'squire-rte';
import { safeFragment } from './reply-html.tsx';

// The editor writes HTML as text to undo changes; the page's Trusted Types policy allows only this policy.
window.trustedTypes?.createPolicy('default', {
  createHTML: (html: string) => DOMPurify.sanitize(html),
});

/** Makes an element an editor of the markup that replies may have: emphasis, lists, quotes and links. */
export const openRichText = (root: HTMLElement, onChange: () => void): Squire => {
  const editor = new Squire(root, {
    blockTag: 'P',
    addLinks: true,
    sanitizeToDOMFragment: (html: string) => safeFragment(html),
  });
  editor.addEventListener('input', onChange);
  return editor;
};
