import { z } from 'zod';
import { maxId } from '../../contract/index.ts';

// What the inputs of several procedures have in common.

/** A moment: ISO 8601 with an offset. */
export const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** The cursor of a list that is paged by id: the last id of the previous page, in decimal digits. */
export const idCursor = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number)
  .pipe(z.int().max(maxId));

/** Whether an import writes nothing. */
export const onlyChecks = z.boolean().optional().describe('Only checks and counts');
