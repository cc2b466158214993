import { useRead } from '../api/client.ts';

/** The part of an e-mail before the `@`. */
export const nameIn = (email: string): string => email.replace(/@.*/, '');

/**
 * Returns a function that gives a team member's name, or the beginning of the e-mail if the name is unknown.
 */
export const useNames = (): ((email: string) => string) => {
  const team = useRead('me.get').data?.team ?? [];
  return (email) => team.find((person) => person.email === email)?.name || nameIn(email);
};

/** The initials of a name, such as `BN`. */
export const initialsOf = (name: string): string => {
  const words = name.split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? '')][0]?.toUpperCase()).join('');
};
