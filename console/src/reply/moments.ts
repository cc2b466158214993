import { addDays, dayOf, fromField, mondayAfter } from '../ui/format/time.ts';
import { replyTexts } from './texts.ts';

const { moments: texts } = replyTexts;
const leastMs = 30 * 60_000;

/** The timestamp of a day and an hour in São Paulo; undefined if it has passed. */
export const momentAt = (day: string, hour: string, now: number): string | undefined => {
  const moment = fromField(`${day}T${hour}`);
  return Date.parse(moment) > now ? moment : undefined;
};

/** The moments that are offered for a snooze or a scheduled reply. */
export const momentsFrom = (now: number): [text: string, moment: string][] => {
  const today = dayOf(new Date(now).toISOString());
  const offered: [text: string, day: string, hour: string][] = [
    [texts.tomorrow, addDays(today, 1), '08:00'],
    [texts.monday, mondayAfter(today), '08:00'],
    ...['12', '15', '18'].map((hour): [string, string, string] => [
      texts.today(hour),
      today,
      `${hour}:00`,
    ]),
  ];
  return offered.flatMap(([text, day, hour]) => {
    const moment = momentAt(day, hour, now + leastMs);
    return moment === undefined ? [] : [[text, moment] satisfies [string, string]];
  });
};
