/** An e-mail as other readers see it: two characters of the local part, `***`, `@` and the domain. */
export const maskEmail = (email: string): string => {
  const at = email.indexOf('@');
  return `${email.slice(0, Math.min(2, at))}***${email.slice(at)}`;
};
