import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useDryRun, useRead, write } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import { useSubject } from '../shell/title.ts';
import { type Action, Actions, Counted, useBlocked } from '../ui/actions.tsx';
import { save } from '../ui/charts/chart-files.ts';
import { Input, Reason } from '../ui/form.tsx';
import { addDays, fullDay } from '../ui/format/time.ts';
import { Facts, Failed, Loaded, Moment, Panel } from '../ui/page.tsx';
import { Calendar, textOf } from './calendar.tsx';
import { readerTexts as texts } from './texts.ts';

/** A reader's streak, its fate at midnight, the reader's days and their ranks. */
export const Reader = ({ email, isAdmin }: { email: string; isAdmin: boolean }) => {
  const query = useRead('streaks.reader', { email });
  const [chosen, setChosen] = useState<string>();
  useSubject(email);
  if (failureOf(query.error)?.errorCode === 'forbidden') return <p>{texts.notAllowed}</p>;
  // A failed request hides the cached reader, because the reader may have been erased.
  if (query.isError) return <Failed error={query.error} onAgain={() => query.refetch()} />;
  return (
    <Loaded query={query}>
      {({ status, currentStreak, lastDay, lastInteractionAt, position, ...data }) => (
        <Panel
          title={data.name ?? email}
          actions={
            <Link to="/fila" search={{ search: email, sort: 'newest' }}>
              {texts.tickets}
            </Link>
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
          <p>
            {status === 'at-risk' && data.todayGiven
              ? texts.todayGiven
              : texts.fates[status](currentStreak, lastDay ? fullDay(addDays(lastDay, 1)) : '')}
          </p>
          {status === 'broken' && (position !== null || data.groups.length > 0) && (
            <p>{texts.stillPlaced}</p>
          )}
          <Calendar today={data.today} days={data.days} onChoose={setChosen} />
          <div className="line">
            {chosen && (
              <span role="status">
                {textOf(chosen, data.days.find(({ day }) => day === chosen)?.origin)}
              </span>
            )}
            {isAdmin && (
              <Actions
                actions={[
                  changeOf('addDay', email, data.today, chosen),
                  { ...changeOf('removeDay', email, data.today, chosen), look: 'danger' },
                ]}
              />
            )}
          </div>
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

/** The action that gives a reader a day or takes one away, with a reason. */
const changeOf = (
  change: 'addDay' | 'removeDay',
  email: string,
  today: string,
  chosen: string | undefined,
): Action => ({
  text: texts[change],
  asks: (
    <>
      <Input label={texts.day} type="date" name="day" required max={today} defaultValue={chosen} />
      <Reason required />
    </>
  ),
  run: async ({ day = '', reason = '' }) => {
    const { changed, currentStreak } = await write(`streaks.${change}`, { email, day, reason });
    return changed ? texts.corrected(currentStreak) : texts.dayKnown;
  },
});

/** Exports or erases a person's data. Only administrators see it. */
export const PersonalData = ({ email }: { email: string }) => {
  const found = useRead('people.find', { email });
  const navigate = useNavigate();
  const actions: Action[] = [
    {
      text: texts.export,
      run: async () => {
        const person = await write('people.export', { email });
        save(`${email}.json`, new Blob([JSON.stringify(person, null, 2)]));
      },
    },
    {
      text: texts.erase,
      title: texts.eraseTitle,
      look: 'danger',
      asks: <Erase email={email} />,
      run: async ({ expected }) => {
        const erasure = { email, dryRun: false, expected: Number(expected) };
        const { total } = await write('people.erase', erasure);
        void navigate({ to: '/leitores' });
        return texts.erased(total);
      },
    },
  ];
  return (
    <Loaded query={found}>
      {({ records }) => (
        <Panel title={texts.data} actions={<Actions actions={actions} />}>
          <p>{texts.held(records.reduce((sum, { count }) => sum + count, 0))}</p>
        </Panel>
      )}
    </Loaded>
  );
};

/** How much is erased, and a field in which the person's e-mail must be typed to confirm. */
const Erase = ({ email }: { email: string }) => {
  const [typed, setTyped] = useState('');
  useBlocked(typed.trim().toLowerCase() !== email);
  return (
    <>
      <Counted query={useDryRun('people.erase', { email })} expected="total">
        {({ total }) => texts.eraseWarning(total)}
      </Counted>
      <Input label={texts.eraseTyped} value={typed} onChange={setTyped} />
    </>
  );
};
