/**
 * Matches control characters, direction marks, zero-width spaces and blank letters, which forge or hide text
 * in a list or terminal.
 */
export const forgingCharacters =
  /[\p{Cc}\p{Bidi_Control}\u115f\u1160\u200b\u2060\u2800\u3164\ufeff\uffa0]+/gu;

/** Matches a visible character. */
export const visibleCharacter = /[^\s\p{Cf}\p{M}\p{DI}]/u;

/**
 * Returns true if lower case and normal form C turn no character into another one. The Kelvin sign, for
 * example, becomes `k`, and an address with it would become another person's.
 */
export const keepsItsLetters = (text: string): boolean =>
  /^[ -~]*$/.test(text) ||
  [...text].every((character) => {
    const lower = character.toLowerCase();
    return (
      character.normalize('NFC') === character &&
      [...lower].length === 1 &&
      lower.normalize('NFC') === lower &&
      !(character > '\u007f' && lower <= '\u007f')
    );
  });
