/** Masks an e-mail for other readers: two characters of the local part, `***`, `@` and the domain. */
export const maskEmail = (email: string): string => {
  const at = email.indexOf('@');
  const [first = '', second = ''] = email.slice(0, at);
  return `${first}${second}***${email.slice(at)}`;
};
