/**
 * Control characters, direction marks, zero-width spaces and blank letters: they forge or hide what
 * a list or a terminal shows.
 */
export const forgingCharacters =
  /[\p{Cc}\p{Bidi_Control}\u115f\u1160\u200b\u2060\u2800\u3164\ufeff\uffa0]+/gu;

/** A character that is seen. */
export const visibleCharacter = /[^\s\p{Cf}\p{M}\p{DI}]/u;

/**
 * Returns true if lower case and normal form C turn no character of a text into another one: the Kelvin sign
 * becomes `k`, so that an address with it would be another person's.
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
