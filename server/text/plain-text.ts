// HTML opens a tag at `<` only before a letter, `/`, `!` or `?`; and an entity ends in a semicolon.
const markup = /<[a-z/!?]|&(#\d+|#x[\da-f]+|[a-z][a-z\d]*);/i;

/** Returns true if a text has no HTML: it is then shown as it was written. */
export const isPlainText = (text: string): boolean => !markup.test(text);

/** A text as HTML: in plain text a blank line starts a paragraph. */
export const asHtml = (text: string): string =>
  isPlainText(text)
    ? text
        .trim()
        .split(/\n\s*\n/)
        .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br />')}</p>`)
        .join('')
    : text;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
