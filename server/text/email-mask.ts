/** How many characters of the local part stay, and what follows them. */
export const shownCharacters = 2;
export const emailMask = '***';

/**
 * An e-mail as other readers see it: two characters of the local part, `***`, `@` and the domain.
 */
export const maskEmail = (email: string): string => {
  const at = email.indexOf('@');
  const shown = [...email.slice(0, at)].slice(0, shownCharacters).join('');
  return `${shown}${emailMask}${email.slice(at)}`;
};
