const email = /[^\s@<>"]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
// Eight digits or more, however they are spaced: telephones, CPF, CNPJ, card and account numbers.
const longNumber = /\+?\(?\d(?:[\s.\-–—/()]{0,3}\d){7,}/gu;
// Short parts of names ("da", "de") are words too.
const shortestNamePart = 3;

/**
 * A text without what could tell who somebody is: e-mails, numbers of eight digits or more (telephones, CPF, CNPJ, cards) and the given
 * name, whole or in parts. It masks too much rather than too little.
 */
export const maskPersonalData = (text: string, name: string | null): string => {
  // Full-width digits and invisible characters must not hide a number.
  const plain = text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '');
  const masked = plain.replaceAll(email, '[e-mail]').replaceAll(longNumber, '[número]');
  const parts = (name?.normalize('NFKC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter(
    (part) => part.length >= shortestNamePart,
  );
  if (parts.length === 0) return masked;
  const named = new RegExp(`(?<![\\p{L}\\p{M}])(?:${parts.join('|')})(?![\\p{L}\\p{M}])`, 'giu');
  return masked.replaceAll(named, '[nome]');
};
