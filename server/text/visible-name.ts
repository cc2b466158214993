import { forgingCharacters, visibleCharacter } from '../../contract/characters.ts';

/**
 * Removes invisible characters from a person's name or a subject, in normal form C; undefined if nothing
 * visible remains.
 */
export const visibleName = (name: string): string | undefined => {
  const clean = name
    .toWellFormed()
    .replaceAll(forgingCharacters, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .normalize('NFC');
  return visibleCharacter.test(clean) ? clean : undefined;
};
