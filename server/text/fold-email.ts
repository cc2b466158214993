import { keepsItsLetters } from '../../contract/characters.ts';

/**
 * Folds an address to lower case and normal form C for comparison; undefined if that would change its
 * meaning.
 */
export const foldEmail = (address: string): string | undefined =>
  keepsItsLetters(address) ? address.normalize('NFC').toLowerCase() : undefined;
