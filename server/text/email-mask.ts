/** How many characters of the local part stay, and what follows them. */
export const shownCharacters = 2;
export const emailMask = '***';

/** An e-mail as other readers see it: two characters of the local part, `***`, `@` and the domain. */
export const maskEmail = (email: string): string => {
  const at = email.indexOf('@');
  return `${email.slice(0, Math.min(shownCharacters, at))}${emailMask}${email.slice(at)}`;
};
