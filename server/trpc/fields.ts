import { z } from 'zod';
import { maxId } from '../../contract/index.ts';

// What the inputs of several procedures have in common.

/** A moment: ISO 8601, taken with any offset and sent in UTC. */
export const moment = z.codec(z.iso.datetime({ offset: true }), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

/** What a procedure returns that returns nothing. */
export const nothing = z.void();

/**
 * The cursor of a list that is paged by id: the last id of the previous page, in decimal digits.
 */
export const idCursor = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number)
  .pipe(z.int().max(maxId));

const searchedCharacters = 200;

/** What somebody types into a search box: its first 200 characters count, and nothing is an error. */
export const searched = z
  .string()
  .overwrite((typed) =>
    [...typed.toWellFormed().replaceAll(/\p{Cc}/gu, ' ')]
      .slice(0, searchedCharacters)
      .join('')
      .normalize('NFC')
      .trim(),
  );

export const NewId = z.object({ id: z.number() });

/** A part of a list, as it is sent. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

/** Whether an import writes nothing. */
export const onlyChecks = z.boolean().optional().describe('Only checks and counts');
