import { forgingCharacters, visibleCharacter } from '../../contract/characters.ts';

/**
 * A person's name or a subject without invisible characters, in Unicode normal form C; undefined if
 * nothing visible is left.
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
