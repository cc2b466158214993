import { Link } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { Marked } from '../ui/marked.tsx';
import { fullMoment, roughly, secondsSince } from '../ui/time.ts';
import type { Filter, ListedTicket, Status } from './filter.ts';
import styles from './list.module.css';
import { ticketTexts as texts } from './texts.ts';

const dayWarned = 86_400;

/** A ticket in the list: its link covers the row, the checkbox is above it. */
export const TicketRow = ({
  ticket,
  filter,
  selected,
  onSelect,
}: {
  ticket: ListedTicket;
  filter: Filter;
  selected: boolean;
  onSelect: (range: boolean) => void;
}) => {
  const { id, requesterName, requesterEmail, assigneeEmail, mail, waitingSince, updatedAt } =
    ticket;
  const subject = ticket.subject || texts.noSubject;
  const since = waitingSince ?? updatedAt;
  const seconds = secondsSince(since);
  return (
    <>
      <input
        type="checkbox"
        aria-label={texts.bulk.select(subject)}
        checked={selected}
        onChange={() => undefined}
        onClick={(event: MouseEvent) => onSelect(event.shiftKey)}
      />
      <Link
        to="/chamados/$id"
        params={{ id: String(id) }}
        search
        className={styles.link}
        data-ticket={id}
      >
        <span className="small clip">{requesterName ?? requesterEmail ?? texts.anonymous}</span>
        <span
          className="small"
          data-late={(waitingSince && seconds > dayWarned) || undefined}
          title={fullMoment(since)}
        >
          <span aria-hidden>{roughly(seconds)}</span>
          <span className="hidden">
            {waitingSince ? texts.waitingFor(roughly(seconds)) : texts.changedFor(roughly(seconds))}
          </span>
        </span>
        <strong className={`clip ${styles.wide}`}>
          <Marked text={subject} search={filter.search} />
        </strong>
        <span className={`line small ${styles.wide}`}>
          <StatusBadge status={ticket.status} />
          <span className="clip">{ticket.main}</span>
          {assigneeEmail && <span className="clip">{texts.assignedTo(nameIn(assigneeEmail))}</span>}
          {(mail === 'failed' || mail === 'returned') && <MailBadge mail={mail} />}
        </span>
      </Link>
    </>
  );
};

/** The part of an e-mail that names its person. */
export const nameIn = (email: string): string => email.replace(/@.*/, '');

export const MailBadge = ({ mail }: { mail: keyof typeof texts.mails }) => (
  <span className="badge" data-tone={mail === 'failed' || mail === 'returned' ? 'warn' : undefined}>
    {texts.mails[mail]}
  </span>
);

const tones = { open: 'info', in_progress: 'warn', resolved: 'good', closed: undefined } as const;

export const StatusBadge = ({ status }: { status: Status }) => (
  <span className="badge" data-tone={tones[status]}>
    {texts.statuses[status]}
  </span>
);
