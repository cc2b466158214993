import type { OutputOf } from '../api/client.ts';
import { nameIn } from '../shell/people.ts';
import { withoutAccents } from '../ui/format/words.ts';

// People mentioned by an `@` in a note.

export type Person = Pick<OutputOf<'me.get'>['team'][number], 'email' | 'name'>;

const mostPeople = 6;

/** A person's name in a note, after the `@`. */
export const nameOfPerson = ({ name, email }: Person): string => name || nameIn(email);

/** The `@` that is being typed at a place of the text, and what follows it. */
export const mentionAt = (
  text: string,
  at: number | undefined,
): { from: number; to: number; typed: string } | undefined => {
  if (at === undefined) return undefined;
  const [, typed] = /(?:^|[\s(])@([^@\n]{0,40})$/.exec(text.slice(0, at)) ?? [];
  return typed === undefined ? undefined : { from: at - typed.length - 1, to: at, typed };
};

/** The people whose name has a word that begins so, or whose e-mail does. */
export const peopleLike = (typed: string, team: readonly Person[]): Person[] => {
  const wanted = withoutAccents(typed);
  return team
    .filter((person) => {
      const name = withoutAccents(nameOfPerson(person));
      return (
        name.startsWith(wanted) ||
        ` ${name}`.includes(` ${wanted}`) ||
        person.email.startsWith(wanted)
      );
    })
    .slice(0, mostPeople);
};

/** The e-mails of those whom a text mentions by their names. */
export const mentionedIn = (text: string, team: readonly Person[]): string[] => {
  const names = team.map((person) => `@${nameOfPerson(person)}`);
  return team
    .filter((_, index) => {
      const name = names[index] ?? '';
      // Not the beginning of another person's name.
      const rest = text.split(name).slice(1);
      return rest.some((after) => !/^[\p{L}\p{N}]/u.test(after));
    })
    .map(({ email }) => email);
};
