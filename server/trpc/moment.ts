import { z } from 'zod';

/** A moment of an input: ISO 8601 with an offset. */
export const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
