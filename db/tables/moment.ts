import type { ColumnType } from 'kysely';

/** A moment: read as a Date, written as a Date, defaulting to now. */
export type Moment = ColumnType<Date, Date | undefined, Date>;
