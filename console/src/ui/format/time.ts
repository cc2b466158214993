const units = [
  ['ano', 'anos', 31_536_000],
  ['mês', 'meses', 2_592_000],
  ['d', 'd', 86_400],
  ['h', 'h', 3_600],
  ['min', 'min', 60],
] as const;

/** A rough duration: `3 h`, `2 d`. */
export const roughly = (seconds: number): string => {
  const unit = units.find(([, , length]) => seconds >= length);
  if (!unit) return '< 1 min';
  const [one, many, length] = unit;
  const count = Math.floor(seconds / length);
  return `${count} ${count === 1 ? one : many}`;
};

/** A duration to the minute, `3 h 10`; from two days on it is rough. */
export const hoursText = (seconds: number): string => {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60 || minutes >= 48 * 60) return roughly(minutes * 60);
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)}\u00a0h${rest > 0 ? `\u00a0${String(rest).padStart(2, '0')}` : ''}`;
};

/** The seconds since a timestamp, by this browser's clock. */
export const secondsSince = (moment: string): number =>
  Math.max(0, (Date.now() - Date.parse(moment)) / 1_000);

const zone = { timeZone: 'America/Sao_Paulo' } as const;
const full = new Intl.DateTimeFormat('pt-BR', { ...zone, dateStyle: 'full', timeStyle: 'short' });
const short = new Intl.DateTimeFormat('pt-BR', { ...zone, dateStyle: 'short', timeStyle: 'short' });
const today = new Intl.DateTimeFormat('pt-BR', { ...zone, timeStyle: 'short' });

/** A timestamp in full, in São Paulo time. */
export const fullMoment = (moment: string): string => full.format(new Date(moment));

/** Returns true if a text, such as a part of the address, is a date `YYYY-MM-DD`. */
export const isDay = (text: string | undefined): text is string =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''));

const offsets = new Intl.DateTimeFormat('en-US', { ...zone, timeZoneName: 'longOffset' });

/** The moment of a time in São Paulo, such as `2026-11-23T12:00`. */
const momentOf = (civil: string): Date => {
  // Two hours after this time in UTC no clock change at that hour has happened yet.
  const text = offsets.format(Date.parse(`${civil}Z`) + 7_200_000);
  const [offset = ''] = /[-+]\d\d:\d\d/.exec(text) ?? [];
  return new Date(civil + offset);
};

/** When a day such as 2026-11-23 begins in São Paulo. */
export const startOfDay = (day: string): string => fromField(`${day}T00:00`);

/** When a day's quiz is published, in milliseconds: noon in São Paulo. */
export const noonOf = (day: string): number => momentOf(`${day}T12:00`).getTime();

const field = new Intl.DateTimeFormat('sv', { ...zone, dateStyle: 'short', timeStyle: 'short' });

/** A timestamp as the value of a form field: `YYYY-MM-DDTHH:MM`. */
export const toField = (ms: number): string => field.format(ms).replace(' ', 'T');

/** The timestamp in a form field. */
export const fromField = (text: string): string => momentOf(text).toISOString();

/** A short, unambiguous form of a timestamp, in São Paulo time. */
export const shortMoment = (moment: string): string =>
  (dayOf(moment) === civilToday() ? today : short).format(new Date(moment));

/** The date of a timestamp in São Paulo, `YYYY-MM-DD`. */
export const dayOf = (moment: string): string => toField(Date.parse(moment)).slice(0, 10);

/** Today's date in São Paulo, `YYYY-MM-DD`, by this browser's clock. */
export const civilToday = (): string => toField(Date.now()).slice(0, 10);

/** Formats a date `YYYY-MM-DD`, in UTC, because it has no time zone. */
const dayFormat = (options: Intl.DateTimeFormatOptions) => {
  const { format } = new Intl.DateTimeFormat('pt-BR', { ...options, timeZone: 'UTC' });
  return (day: string): string => format(new Date(day)).replace('.', '');
};

/** A date in full: `10 de março de 2026`. */
export const fullDay = dayFormat({ dateStyle: 'long' });

/** A date in short: `10/03`. */
export const shortDay = (day: string): string => `${day.slice(8)}/${day.slice(5, 7)}`;

/** The month of a date in short: `mar`. */
export const monthOf = dayFormat({ month: 'short' });

/** The weekday of a date in short: `seg`. */
export const weekdayOf = dayFormat({ weekday: 'short' });

/** The day `count` days later; earlier if negative. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);

/** The Monday of the week that a day is in. */
export const mondayOf = (day: string): string =>
  addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

/**
 * A range of days as people write it, such as `01/11 a 25/11`, or one day. Another year than this one is
 * written out.
 */
export const spanText = ({ from, to }: { from: string; to: string }): string => {
  const isOfYear = [from, to].every((day) => day.slice(0, 4) === civilToday().slice(0, 4));
  const text = (day: string) => (isOfYear ? shortDay(day) : `${shortDay(day)}/${day.slice(2, 4)}`);
  return from === to ? text(from) : `${text(from)} a ${text(to)}`;
};
