import { z } from 'zod';
import { maxId } from '../../contract/index.ts';

/** The cursor of a list that is paged by id: the last id of the previous page, in decimal digits. */
export const idCursor = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number)
  .pipe(z.int().max(maxId));
