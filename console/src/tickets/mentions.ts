import type { OutputOf } from '../api/client.ts';
import { nameIn } from '../shell/people.ts';
import { withoutAccents } from '../ui/format/words.ts';

// Finds the people whom a note mentions with `@`.

export type Person = Pick<OutputOf<'me.get'>['team'][number], 'email' | 'name'>;

const mostPeople = 6;

/** The name that follows the `@` in a note. */
export const nameOfPerson = ({ name, email }: Person): string => name || nameIn(email);

/** The position of the `@` that is being typed before the caret, and the text after it. */
export const mentionAt = (
  text: string,
  at: number | undefined,
): { from: number; to: number; typed: string } | undefined => {
  if (at === undefined) return undefined;
  const [, typed] = /(?:^|[\s(])@([^@\n]{0,40})$/.exec(text.slice(0, at)) ?? [];
  return typed === undefined ? undefined : { from: at - typed.length - 1, to: at, typed };
};

/** The people with a name of which a word, or with an e-mail that, begins with the typed text. */
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

/** The e-mails of the people whom a text mentions by name. */
export const mentionedIn = (text: string, team: readonly Person[]): string[] => {
  const names = team.map((person) => `@${nameOfPerson(person)}`);
  return team
    .filter((_, index) => {
      const name = names[index] ?? '';
      // A longer word after the `@` is another name.
      const rest = text.split(name).slice(1);
      return rest.some((after) => !/^[\p{L}\p{N}]/u.test(after));
    })
    .map(({ email }) => email);
};
