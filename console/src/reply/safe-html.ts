import DOMPurify from 'dompurify';

// The elements that the service keeps in replies.
const kept = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'a', 'blockquote', 'code'],
    ...['pre', 'h2', 'h3', 'h4', 'hr', '#text'],
  ],
  ALLOWED_ATTR: ['href'],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
};

/** The safe part of the HTML of a reply. */
export const safeFragment = (html: string): DocumentFragment =>
  document.importNode(DOMPurify.sanitize(html, { ...kept, RETURN_DOM_FRAGMENT: true }), true);

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Text as HTML: a blank line starts a paragraph. */
export const paragraphs = (text: string): string =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
    .join('');

/** Escapes text for HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>]/g, (sign) => escapes[sign] ?? sign);

const looksLikeHtml = /<[a-z!/]/i;

/** A stored text, plain or HTML, as HTML. */
export const asHtml = (text: string): string =>
  looksLikeHtml.test(text) ? text : paragraphs(text);
