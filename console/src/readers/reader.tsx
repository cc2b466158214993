import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { read } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import { useSubject } from '../app/title.ts';
import { Moment } from '../parts/moment.tsx';
import { Facts, Panel } from '../parts/page.tsx';
import { addDays, fullDay } from '../parts/time.ts';
import { Failed, Loading } from '../parts/waiting.tsx';
import { readerTexts as texts } from '../texts/readers.ts';
import { Calendar } from './calendar.tsx';
import { DayDialog } from './day-dialog.tsx';

/** A reader's streak, what becomes of it at midnight, their days and places. */
export const Reader = ({ email, isAdmin }: { email: string; isAdmin: boolean }) => {
  const { data, error, refetch } = useQuery(read('streaks.reader', { email }));
  const [changes, setChanges] = useState<'addDay' | 'removeDay'>();
  useSubject(email);
  if (failureOf(error)?.errorCode === 'forbidden') return <p>{texts.notAllowed}</p>;
  if (error) return <Failed error={error} onAgain={() => void refetch()} />;
  if (!data) return <Loading />;
  const { status, currentStreak, lastDay, lastInteractionAt, position } = data;
  const missed = lastDay === null ? '' : fullDay(addDays(lastDay, 1));
  const place = position === null ? texts.notPlaced : texts.placed(position, data.of);
  return (
    <Panel
      title={data.name ?? email}
      actions={
        <>
          <Link to={'/fila' as string} search={{ search: email, sort: 'newest' } as object}>
            {texts.tickets}
          </Link>
          {isAdmin &&
            (['addDay', 'removeDay'] as const).map((change) => (
              <button key={change} type="button" onClick={() => setChanges(change)}>
                {texts[change]}
              </button>
            ))}
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
          [texts.place, `${place} (${texts.visibilities[data.rankingVisibility]})`],
        ]}
      />
      <p>{texts.fates[status](currentStreak, missed)}</p>
      <Calendar today={data.today} days={data.days} />
      <ul>
        {data.groups.map(({ groupId, name, position: own, memberCount }) => (
          <li key={groupId}>{texts.placedIn(name, own, memberCount)}</li>
        ))}
      </ul>
      {changes && (
        <DayDialog
          change={changes}
          email={email}
          today={data.today}
          onClose={() => setChanges(undefined)}
        />
      )}
    </Panel>
  );
};
