import { AlarmClock, Paperclip, Sparkle } from 'lucide-react';
import type { MouseEvent } from 'react';
import { initialsOf } from '../shell/people.ts';
import { StatusBadge } from '../tickets/badges.tsx';
import { ticketTexts as texts } from '../tickets/texts.ts';
import { Marked } from '../ui/format/marked.tsx';
import { fullMoment, roughly, secondsSince } from '../ui/format/time.ts';
import { TagName } from '../ui/page.tsx';
import type { Filter, ListedTicket } from './filter.ts';
import styles from './list.module.css';
import { ListRow } from './list-parts.tsx';

const dayWarned = 86_400;
const shownTags = 2;

/** A ticket in the list. Its link covers the row, but for the checkbox. */
export const TicketRow = ({
  ticket,
  filter,
  selected,
  nameOf,
  onSelect,
}: {
  ticket: ListedTicket;
  filter: Filter;
  selected: boolean;
  /** Returns the name of a team member. */
  nameOf: (email: string) => string;
  onSelect: (range: boolean) => void;
}) => {
  const { id, assigneeEmail, mail, waitingSince, updatedAt, status, snoozedUntil } = ticket;
  const subject = ticket.subject || texts.noSubject;
  const since = waitingSince ?? updatedAt;
  const seconds = secondsSince(since);
  const isNew = waitingSince !== null && status === 'open' && assigneeEmail === null;
  const Requester = isNew ? 'strong' : 'span';
  return (
    <>
      <input
        type="checkbox"
        aria-label={texts.bulk.select(subject)}
        checked={selected}
        onChange={() => undefined}
        onClick={(event: MouseEvent) => onSelect(event.shiftKey)}
      />
      {isNew && <i className={styles.dot} />}
      <ListRow
        id={id}
        path="/chamados"
        ticketId={id}
        from={
          <Requester className="clip">
            {ticket.requesterName ?? ticket.requesterEmail ?? texts.anonymous}
          </Requester>
        }
        when={
          <span
            className={styles.when}
            data-late={(waitingSince && seconds > dayWarned) || undefined}
            title={fullMoment(since)}
          >
            <span aria-hidden>{roughly(seconds)}</span>
            <span className="hidden">
              {texts[waitingSince ? 'waitingFor' : 'changedFor'](roughly(seconds))}
            </span>
          </span>
        }
        subject={<Marked text={subject} search={filter.search} />}
        marks={
          <span className={styles.mark}>
            {(mail === 'failed' || mail === 'returned') && (
              <span className="danger">{texts.mails[mail]}</span>
            )}
            {ticket.returned && (
              <span className="state" data-tone="info">
                {texts.returned}
              </span>
            )}
            {/* What the view says of all of them is not repeated. */}
            {filter.sort !== 'waiting' && !filter.status && <StatusBadge status={status} />}
            {snoozedUntil && (
              <span className="line" title={fullMoment(snoozedUntil)}>
                <AlarmClock size={14} />
                <span className="hidden">{texts.snooze.until}</span>
                {texts.snooze.shortly(snoozedUntil)}
              </span>
            )}
            {ticket.hasDraft && <Sparkle role="img" aria-label={texts.hasDraft} size={14} />}
            {ticket.attachmentCount > 0 && (
              <Paperclip
                role="img"
                aria-label={texts.attachmentCount(ticket.attachmentCount)}
                size={14}
              />
            )}
            {assigneeEmail && <Who name={nameOf(assigneeEmail)} />}
          </span>
        }
        snippet={<Marked text={ticket.matched ?? ticket.snippet} search={filter.search} />}
        tags={
          ticket.tags.length > 0 && (
            <span className={styles.tags}>
              {ticket.tags.slice(0, shownTags).map((tag) => (
                <TagName key={tag.id} {...tag} />
              ))}
              {ticket.tags.length > shownTags && `+${ticket.tags.length - shownTags}`}
            </span>
          )
        }
      />
    </>
  );
};

/** The initials of a ticket's assignee. */
const Who = ({ name }: { name: string }) => (
  <span role="img" className="who" title={name} aria-label={texts.assignedTo(name)}>
    {initialsOf(name)}
  </span>
);
