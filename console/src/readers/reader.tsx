import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { read } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import type { OutputOf } from '../api/procedures.ts';
import { useSubject } from '../app/title.ts';
import { Moment } from '../parts/moment.tsx';
import { Facts, Panel } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { addDays, fullDay } from '../parts/time.ts';
import { Failed, Loading } from '../parts/waiting.tsx';
import { readerTexts as texts } from '../texts/readers.ts';
import { ticketTexts } from '../texts/tickets.ts';
import { StatusBadge } from '../tickets/status-badge.tsx';
import { Calendar } from './calendar.tsx';
import { DayDialog } from './day-dialog.tsx';

type ReaderData = OutputOf<'streaks.reader'>;

/** A reader's streak, days, places and tickets. */
export const Reader = ({ email, isAdmin }: { email: string; isAdmin: boolean }) => {
  const { data, error, refetch } = useQuery(read('streaks.reader', { email }));
  useSubject(email);
  const refusal = failureOf(error)?.errorCode;
  if (refusal === 'person-not-found') return <p>{texts.notFound}</p>;
  if (refusal === 'forbidden') return <p>{texts.notAllowed}</p>;
  if (error) return <Failed error={error} onAgain={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <>
      <Streak email={email} reader={data} isAdmin={isAdmin} />
      <Panel title={texts.calendar}>
        <Calendar today={data.today} days={data.days} />
        <Corrections days={data.days} />
      </Panel>
      <Panel title={texts.groups}>
        {data.groups.length === 0 ? (
          <p>{texts.noGroups}</p>
        ) : (
          <Table
            label={texts.groups}
            items={data.groups}
            keyOf={({ groupId }) => groupId}
            columns={[
              { title: texts.group, cell: ({ name }) => name },
              {
                title: texts.position,
                cell: ({ position, memberCount }) => texts.placed(position, memberCount),
              },
            ]}
          />
        )}
      </Panel>
      <Tickets email={email} />
    </>
  );
};

const Streak = ({
  email,
  reader,
  isAdmin,
}: {
  email: string;
  reader: ReaderData;
  isAdmin: boolean;
}) => {
  const [changes, setChanges] = useState<'addDay' | 'removeDay'>();
  const { status, currentStreak, lastDay, lastInteractionAt, position, of } = reader;
  const missed = lastDay === null ? '' : fullDay(addDays(lastDay, 1));
  return (
    <Panel
      title={reader.name ?? email}
      actions={
        isAdmin && (
          <>
            <button type="button" onClick={() => setChanges('addDay')}>
              {texts.addDay}
            </button>
            {lastDay !== null && (
              <button type="button" onClick={() => setChanges('removeDay')}>
                {texts.removeDay}
              </button>
            )}
          </>
        )
      }
    >
      <Facts
        facts={[
          [texts.streak, texts.days(status === 'broken' ? 0 : currentStreak)],
          [texts.best, texts.days(reader.maxStreak)],
          [texts.lastDay, lastDay === null ? texts.never : fullDay(lastDay)],
          [
            texts.lastActivity,
            lastInteractionAt === null ? texts.never : <Moment key="at" at={lastInteractionAt} />,
          ],
          [
            texts.place,
            `${position === null ? texts.notPlaced : texts.placed(position, of)} (${texts.visibilities[reader.rankingVisibility]})`,
          ],
        ]}
      />
      <p>{texts.fates[status](currentStreak, missed)}</p>
      {changes && (
        <DayDialog
          change={changes}
          email={email}
          today={reader.today}
          onClose={() => setChanges(undefined)}
        />
      )}
    </Panel>
  );
};

/** The days that administrators credited or removed, with their reasons. */
const Corrections = ({ days }: Pick<ReaderData, 'days'>) => {
  const corrected = days.filter(({ origin }) => origin === 'administrator' || origin === 'removed');
  if (corrected.length === 0) return null;
  return (
    <Table
      label={texts.corrections}
      items={corrected}
      keyOf={({ day }) => day}
      columns={[
        { title: texts.day, cell: ({ day }) => fullDay(day) },
        { title: texts.origin, cell: ({ origin }) => texts.origins[origin] },
        { title: texts.reason, cell: ({ reason }) => reason },
      ]}
    />
  );
};

const shownTickets = 8;

const Tickets = ({ email }: { email: string }) => {
  const { data, error, refetch } = useQuery(
    read('tickets.list', { search: email, sort: 'newest', limit: shownTickets }),
  );
  // The search also finds tickets whose texts have the address.
  const tickets = data?.items.filter(({ requesterEmail }) => requesterEmail === email) ?? [];
  return (
    <Panel
      title={texts.tickets}
      actions={
        <Link to={'/fila' as string} search={{ search: email, sort: 'newest' } as object}>
          {texts.inQueue}
        </Link>
      }
    >
      {error && <Failed error={error} onAgain={() => void refetch()} />}
      {data && tickets.length === 0 && <p>{texts.noTickets}</p>}
      {tickets.length > 0 && (
        <Table
          label={texts.tickets}
          items={tickets}
          keyOf={({ id }) => id}
          columns={[
            {
              title: texts.subject,
              cell: ({ id, subject }) => (
                <Link to={`/chamados/${id}` as string}>{subject || ticketTexts.noSubject}</Link>
              ),
            },
            { title: texts.status, cell: ({ status }) => <StatusBadge status={status} /> },
            { title: texts.opened, cell: ({ createdAt }) => <Moment at={createdAt} /> },
          ]}
        />
      )}
    </Panel>
  );
};
