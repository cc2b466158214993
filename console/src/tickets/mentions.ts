import type { OutputOf } from '../api/client.ts';
import { nameIn } from '../shell/people.ts';

type Person = Pick<OutputOf<'me.get'>['team'][number], 'email' | 'name'>;

/** The name that follows the `@` in a note. */
export const nameOfPerson = ({ name, email }: Person): string => name || nameIn(email);

/** Returns true if a text up to the caret ends with an `@` that begins a word. */
export const isMention = (before: string): boolean => /(^|[\s(])@$/.test(before);

/** The e-mails of the people whom a text mentions by name. */
export const mentionedIn = (text: string, team: readonly Person[]): string[] =>
  team
    .filter((person) => {
      const [, ...after] = text.split(`@${nameOfPerson(person)}`);
      // A longer word after the `@` is another name.
      return after.some((rest) => !/^[\p{L}\p{N}]/u.test(rest));
    })
    .map(({ email }) => email);
