import { keepsItsLetters } from '../../contract/characters.ts';

/**
 * An address in lower case and normal form C, as it is compared; undefined if that would make it another one.
 */
export const foldEmail = (address: string): string | undefined =>
  keepsItsLetters(address) ? address.normalize('NFC').toLowerCase() : undefined;
