import { z } from 'zod';
import { Counted } from '../trpc/confirm.ts';
import { moment } from '../trpc/fields.ts';

export const PersonRecords = z.object({ email: z.string(), records: Counted.shape.records });

/** All data that is stored about a person, by kind, with the fields of the tables. */
export const PersonExport = z.object({
  email: z.string(),
  exportedAt: moment,
  records: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});
