import { addDays, mondayAfter, morningOf } from '../ui/format/time.ts';

/** A moment that stands for none: only the reader ends it. */
const never = '9999-01-01T00:00:00.000Z';

/** Until when each choice snoozes, on a day of São Paulo; null brings tickets back. */
export const momentsOn = (today: string) => ({
  tomorrow: morningOf(addDays(today, 1)),
  monday: morningOf(mondayAfter(today)),
  untilReader: never,
  end: null,
});
