import type { OutputOf } from '../api/client.ts';
import { addDays, fullDay, mondayOf, monthOf, shortDay, weekdayOf } from '../ui/format/time.ts';
import styles from './calendar.module.css';
import { readerTexts as texts } from './texts.ts';

type Day = OutputOf<'streaks.reader'>['days'][number];

const weeks = 53;
/** Letters that mark a day's origin, because colour alone is not accessible. */
const signs = { reading: '', quiz: 'Q', administrator: '+', removed: '×' } as const;
const origins = ['reading', 'quiz', 'administrator', 'removed'] as const;

/** Scrolls to the latest weeks if not all fit. */
const scrollToEnd = (box: HTMLElement | null) => box?.scrollTo({ left: box.scrollWidth });

/**
 * A calendar of 53 weeks, one column per week, that shows what credited each day; below it, the corrections
 * with their reasons.
 */
export const Calendar = ({
  today,
  days,
  onChoose,
}: {
  today: string;
  days: readonly Day[];
  /** Called with the day that is clicked. */
  onChoose: (day: string) => void;
}) => {
  const originOf = new Map(days.map(({ day, origin }) => [day, origin]));
  const first = addDays(mondayOf(today), -7 * (weeks - 1));
  const starts = Array.from({ length: weeks }, (_, week) => addDays(first, 7 * week));
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the keyboard */}
      <section ref={scrollToEnd} className={styles.box} tabIndex={0} aria-label={texts.weeks}>
        <table aria-label={texts.calendar}>
          <thead>
            <tr>
              <td />
              {starts.map((start) => (
                <th key={start} scope="col">
                  <span className="hidden">{shortDay(start)}</span>
                  {start.slice(8) <= '07' && <span aria-hidden>{monthOf(start)}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[0, 1, 2, 3, 4, 5, 6].map((weekday) => (
              <tr key={weekday}>
                <th scope="row">{weekdayOf(addDays(first, weekday))}</th>
                {starts.map((start) => {
                  const day = addDays(start, weekday);
                  const origin = originOf.get(day);
                  const text = textOf(day, origin);
                  if (day > today) return <td key={day} />;
                  return (
                    <td key={day} title={text}>
                      {/* Buttons below give and take a day by the keyboard. */}
                      <button type="button" tabIndex={-1} onClick={() => onChoose(day)}>
                        <Sign origin={origin} />
                        <span className="hidden">{text}</span>
                      </button>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <ul className="line small">
        {origins.map((origin) => (
          <li key={origin}>
            <Sign origin={origin} /> {texts.origins[origin]}
          </li>
        ))}
      </ul>
      <ul>
        {days.map(({ day, origin, reason }) =>
          origin === 'administrator' || origin === 'removed' ? (
            <li key={day}>{`${fullDay(day)}: ${texts.origins[origin]} (${reason})`}</li>
          ) : null,
        )}
      </ul>
    </>
  );
};

type Origin = Day['origin'] | undefined;

/** A day and its origin in words. */
export const textOf = (day: string, origin: Origin): string =>
  `${fullDay(day)}: ${origin ? texts.origins[origin] : texts.unread}`;

const Sign = ({ origin }: { origin: Origin }) => (
  <span aria-hidden className={styles.day} data-origin={origin}>
    {origin && signs[origin]}
  </span>
);
