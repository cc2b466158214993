import { useRead } from '../api/client.ts';

/** The part of an e-mail that names its person. */
export const nameIn = (email: string): string => email.replace(/@.*/, '');

/** Names of people of the team: the name if it is known, else the beginning of the e-mail. */
export const useNames = (): ((email: string) => string) => {
  const team = useRead('me.get').data?.team ?? [];
  return (email) => team.find((person) => person.email === email)?.name || nameIn(email);
};

/** The first letters of a name: `BN`. */
export const initialsOf = (name: string): string => {
  const words = name.split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? '')][0]?.toUpperCase()).join('');
};
