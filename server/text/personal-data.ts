// Every repetition is bounded, so that no text makes a pattern take more than linear time.
const email = /[^\s@<>"]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;
// Eight digits or more with any spacing: telephones, CPF, CNPJ, card and account numbers.
const longNumber = /\+?\(?\d(?:[\s.\-–—/()]{0,3}\d){7,}/gu;
const invisible = /\p{Cf}/gu;
// Shorter parts of names ("da", "de") are ordinary words.
const shortestNamePart = 3;
const maxTextLength = 12_000;
const maxNameLength = 200;

/**
 * Masks e-mails, numbers of eight digits or more (telephones, CPF, CNPJ, cards) and the given name, whole or in parts. If in doubt it
 * masks. Reads the first 12,000 characters.
 */
export const maskPersonalData = (text: string, name: string | null): string => {
  const masked = normalized(text, maxTextLength)
    .replaceAll(email, '[e-mail]')
    .replaceAll(longNumber, '[número]');
  const parts = normalized(name ?? '', maxNameLength)
    .split(/[^\p{L}\p{M}\p{N}]/u)
    .filter((part) => part.length >= shortestNamePart);
  if (parts.length === 0) return masked;
  const named = new RegExp(`(?<![\\p{L}\\p{M}])(?:${parts.join('|')})(?![\\p{L}\\p{M}])`, 'giu');
  return masked.replaceAll(named, '[nome]');
};

/** Unfolds full-width digits and removes invisible characters, which could hide a number. NFKC lengthens some texts, so it cuts after it. */
const normalized = (text: string, maxLength: number): string =>
  text
    .slice(0, maxLength)
    .normalize('NFKC')
    .slice(0, maxLength)
    .replaceAll(invisible, '')
    .toWellFormed();
