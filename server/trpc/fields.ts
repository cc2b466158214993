import { z } from 'zod';
import { keepsItsLetters } from '../../contract/characters.ts';
import { bodyId, maxId, text } from '../../contract/index.ts';

/** A moment in ISO 8601; any offset is accepted, and UTC is sent. */
export const moment = z.codec(z.iso.datetime({ offset: true }), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

export const nothing = z.void();

/** The last id of the previous page, in decimal digits. */
export const idCursor = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number)
  .pipe(z.int().max(maxId));

/** The id of what `noun` names, such as `a ticket`. */
export const idOf = (noun: string) => bodyId.describe(`The id of ${noun}`);

/** The field `cursor` of a list. */
export const cursorOf = <Cursor extends z.ZodType>(cursor: Cursor) =>
  cursor.optional().describe('Where the list goes on: nextCursor of the page before');

/** The field `limit` of a list: at most `max`, by default `usual`. */
export const limitOf = (max: number, usual: number) =>
  z.int().min(1).max(max).default(usual).describe('Rows of a page');

/** The fields of a list by ids. */
export const idPage = { cursor: cursorOf(idCursor), limit: limitOf(100, 20) };

const searchedCharacters = 200;

/** A search, of which only the first 200 characters count; no text is refused. */
export const searchText = z
  .string()
  .overwrite((typed) =>
    [...typed.toWellFormed().replaceAll(/\p{Cc}/gu, ' ')]
      .slice(0, searchedCharacters)
      .join('')
      .normalize('NFC')
      .trim(),
  );

export const NewId = z.object({ id: z.number() });

export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

export const onlyChecks = z.boolean().optional().describe('Only checks and counts');

/** An address as it is stored; mails can come from addresses that no form accepts. */
export const storedEmail = text()
  .max(254)
  .regex(/\S@\S/)
  .refine(keepsItsLetters, 'must not have letters that become others')
  .normalize('NFC')
  .toLowerCase()
  .meta({ format: 'email' });
