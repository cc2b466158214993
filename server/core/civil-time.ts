export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The tolerance for callers' clocks that are ahead. */
const toleratedMs = 5 * minuteMs;

export const isFuture = (moment: Date, now: Date): boolean =>
  moment.getTime() > now.getTime() + toleratedMs;

export const timeZone = 'America/Sao_Paulo';

// Canadian English formats dates as ISO 8601.
const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });

export const civilDayOf = (moment: Date): string => dayFormat.format(moment);

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

const offsetFormat = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });

/** Returns the moment of a full hour of a day in São Paulo; of one that a clock change skips, the next. */
export const momentOf = (day: string, hour: number): Date => {
  const asUtc = Date.parse(day) + hour * hourMs;
  // Two hours after `asUtc` no change at that hour has happened yet.
  const [, offset] = /GMT([-+]\d\d)/.exec(offsetFormat.format(asUtc + 2 * hourMs)) ?? [];
  return new Date(asUtc - Number(offset) * hourMs);
};

export const mondayOf = (day: string): string =>
  addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

export const daysBetween = (first: string, second: string): number =>
  Math.round((Date.parse(second) - Date.parse(first)) / dayMs);

const momentFormat = new Intl.DateTimeFormat('pt-BR', {
  timeZone,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** Formats a moment as `DD/MM/YYYY HH:MM:SS` in São Paulo. */
export const formatCivilMoment = (moment: Date): string =>
  momentFormat.format(moment).replace(',', '');
