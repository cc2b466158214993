import type { OutputOf } from '../api/procedures.ts';
import { addDays, fullDay, monthOf, weekdayOf, weekdays } from '../parts/time.ts';
import { readerTexts as texts } from '../texts/readers.ts';
import styles from './calendar.module.css';

type Day = OutputOf<'streaks.reader'>['days'][number];

const weeks = 53;
/** Not by colour alone. */
const signs = { reading: '', quiz: 'Q', administrator: '+', removed: '×' } as const;
const origins = ['reading', 'quiz', 'administrator', 'removed'] as const;

/** Shows the latest weeks first where not all fit. */
const scrollToEnd = (box: HTMLElement | null) => box?.scrollTo({ left: box.scrollWidth });

/** The days of 53 weeks, a week a column, with what credited each. */
export const Calendar = ({ today, days }: { today: string; days: readonly Day[] }) => {
  const originOf = new Map(days.map(({ day, origin }) => [day, origin]));
  const first = addDays(today, -weekdayOf(today) - 7 * (weeks - 1));
  const starts = Array.from({ length: weeks }, (_, week) => addDays(first, 7 * week));
  return (
    <>
      <section
        ref={scrollToEnd}
        className={styles.box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the keyboard
        tabIndex={0}
        aria-label={texts.calendarWeeks}
      >
        <table className={styles.calendar} aria-label={texts.calendar}>
          <thead>
            <tr>
              <td />
              {starts.map((start) => (
                <th key={start} scope="col">
                  <span className="hidden">{texts.weekOf(fullDay(start))}</span>
                  <span aria-hidden>{start.slice(8) <= '07' && monthOf(start)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weekdays.map((name, weekday) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {starts.map((start) => {
                  const day = addDays(start, weekday);
                  return (
                    <Cell key={day} day={day} origin={originOf.get(day)} isFuture={day > today} />
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <ul className={styles.legend}>
        {origins.map((origin) => (
          <li key={origin}>
            <Sign origin={origin} /> {texts.origins[origin]}
          </li>
        ))}
      </ul>
    </>
  );
};

const Sign = ({ origin }: { origin: Day['origin'] | undefined }) => (
  <span aria-hidden className={styles.day} data-origin={origin}>
    {origin && signs[origin]}
  </span>
);

const Cell = ({
  day,
  origin,
  isFuture,
}: {
  day: string;
  origin: Day['origin'] | undefined;
  isFuture: boolean;
}) => {
  if (isFuture) return <td />;
  const text = `${fullDay(day)}: ${origin ? texts.origins[origin] : texts.unread}`;
  return (
    <td title={text}>
      <Sign origin={origin} />
      <span className="hidden">{text}</span>
    </td>
  );
};
