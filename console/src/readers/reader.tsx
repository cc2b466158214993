import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { read, write } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import { useSubject } from '../app/title.ts';
import { type Action, Actions } from '../parts/actions.tsx';
import { Moment } from '../parts/moment.tsx';
import { Facts, Field, Panel, Reason } from '../parts/page.tsx';
import { addDays, fullDay } from '../parts/time.ts';
import { Failed, Loaded } from '../parts/waiting.tsx';
import { readerTexts as texts } from '../texts/readers.ts';
import { Calendar } from './calendar.tsx';

/** A reader's streak, what becomes of it at midnight, their days and places. */
export const Reader = ({ email, isAdmin }: { email: string; isAdmin: boolean }) => {
  const query = useQuery(read('streaks.reader', { email }));
  useSubject(email);
  if (failureOf(query.error)?.errorCode === 'forbidden') return <p>{texts.notAllowed}</p>;
  // Somebody erased must not be shown as they were.
  if (query.isError) return <Failed error={query.error} onAgain={() => query.refetch()} />;
  return (
    <Loaded query={query}>
      {({ status, currentStreak, lastDay, lastInteractionAt, position, ...data }) => (
        <Panel
          title={data.name ?? email}
          actions={
            <>
              <Link to="/fila" search={{ search: email, sort: 'newest' }}>
                {texts.tickets}
              </Link>
              {isAdmin && (
                <Actions
                  actions={[
                    changeOf('addDay', email, data.today),
                    { ...changeOf('removeDay', email, data.today), danger: true },
                  ]}
                />
              )}
            </>
          }
        >
          <Facts
            facts={[
              [texts.streak, texts.days(status === 'broken' ? 0 : currentStreak)],
              [texts.best, texts.days(data.maxStreak)],
              [
                texts.lastActivity,
                lastInteractionAt ? <Moment key="at" at={lastInteractionAt} /> : texts.never,
              ],
              [
                texts.place,
                `${position === null ? texts.notPlaced : texts.placed(position, data.of)} (${texts.visibilities[data.rankingVisibility]})`,
              ],
            ]}
          />
          <p>{texts.fates[status](currentStreak, lastDay ? fullDay(addDays(lastDay, 1)) : '')}</p>
          <Calendar today={data.today} days={data.days} />
          <ul>
            {data.groups.map(({ groupId, name, position: own, memberCount }) => (
              <li key={groupId}>{texts.placedIn(name, own, memberCount)}</li>
            ))}
          </ul>
        </Panel>
      )}
    </Loaded>
  );
};

/** Gives a reader a day back, or takes one away, for a reason. */
const changeOf = (change: 'addDay' | 'removeDay', email: string, today: string): Action => ({
  text: texts[change],
  asks: (
    <>
      <Field label={texts.day}>
        <input type="date" name="day" required max={today} />
      </Field>
      <Reason required />
    </>
  ),
  run: async ({ day = '', reason = '' }) => {
    const { changed, currentStreak } = await write(`streaks.${change}`, { email, day, reason });
    return changed ? texts.corrected(currentStreak) : texts.dayKnown;
  },
});
