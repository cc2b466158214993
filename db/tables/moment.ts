import type { ColumnType } from 'kysely';

/** A moment, read and written as a Date; the default is now. */
export type Moment = ColumnType<Date, Date | undefined, Date>;
