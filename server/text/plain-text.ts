// In HTML, `<` opens a tag only before a letter, `/`, `!` or `?`, and an entity ends in a semicolon.
const markup = /<[a-z/!?]|&(#\d+|#x[\da-f]+|[a-z][a-z\d]*);/i;

/** Returns true if a text has no HTML and so is shown unchanged. */
export const isPlainText = (text: string): boolean => !markup.test(text);

/** Converts a text to HTML; in plain text a blank line starts a paragraph. */
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

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
