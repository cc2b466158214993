import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { read, useRead } from '../api/client.ts';
import { ReaderLink } from '../readers/reader-link.tsx';
import { useNames } from '../shell/people.ts';
import { addDays, shortDay } from '../ui/format/time.ts';
import { Facts, IconButton, Moment, Panel, TagName } from '../ui/page.tsx';
import { removeTag } from './ask-change.tsx';
import { StatusBadge } from './badges.tsx';
import { useChange } from './changing.ts';
import { Attachments } from './conversation/attachments.tsx';
import type { OpenTicket } from './conversation/thread.ts';
import { ticketTexts as texts } from './texts.ts';
import styles from './ticket.module.css';

const shownOthers = 8;

export const SidePanel = ({ ticket }: { ticket: OpenTicket }) => {
  const attachments = useRead('attachments.list', { ticketId: ticket.id }).data?.items ?? [];
  const loose = attachments.filter(
    ({ messageId, noteId }) => messageId === null && noteId === null,
  );
  return (
    <aside aria-label={texts.actions.side} className={`${styles.side} ${styles.reader}`}>
      <Requester ticket={ticket} />
      <Panel title={texts.tags}>
        <Tags ticket={ticket} />
      </Panel>
      <Panel title={texts.details}>
        <Details ticket={ticket} />
      </Panel>
      {loose.length > 0 && (
        <Panel title={texts.looseAttachments}>
          <Attachments attachments={loose} mark={texts.onlyHere} />
        </Panel>
      )}
    </aside>
  );
};

const Requester = ({ ticket: { id, requesterName, requesterEmail } }: { ticket: OpenTicket }) => {
  const email = requesterEmail ?? '';
  const known = { enabled: requesterEmail !== null, retry: false };
  const others = useQuery({
    ...read('tickets.list', { search: email, sort: 'newest', limit: shownOthers + 1 }),
    ...known,
  }).data?.items.filter((other) => other.id !== id && other.requesterEmail === email);
  const streak = useQuery({ ...read('streaks.reader', { email }), ...known }).data;
  return (
    <Panel title={texts.requester}>
      <div>
        <strong>{requesterName ?? texts.anonymous}</strong>
        <p className="small">
          {requesterEmail ? <ReaderLink email={requesterEmail} /> : texts.noEmail}
        </p>
      </div>
      {streak && streak.days.length > 0 && (
        <>
          <Days today={streak.today} days={streak.days} />
          <p className="small">
            {texts.streak(streak.status === 'broken' ? 0 : streak.currentStreak, streak.maxStreak)}
          </p>
        </>
      )}
      <h3>{texts.others}</h3>
      {others?.length ? (
        <ul>
          {others.slice(0, shownOthers).map((other) => (
            <li key={other.id}>
              <Link to={`/chamados/${other.id}`} search>
                {other.subject || texts.noSubject}
              </Link>
              <p className="line small">
                <StatusBadge status={other.status} />
                <Moment at={other.createdAt} />
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <p className="small">{texts.noOthers}</p>
      )}
    </Panel>
  );
};

const shownDays = 14;

/** The reader's readings of the last two weeks. */
const Days = ({
  today,
  days,
}: {
  today: string;
  days: readonly { day: string; origin: string }[];
}) => {
  const originOf = new Map(days.map(({ day, origin }) => [day, origin]));
  const shown = Array.from({ length: shownDays }, (_, n) => addDays(today, n - shownDays + 1));
  const read = shown.filter((day) => (originOf.get(day) ?? 'removed') !== 'removed').length;
  return (
    <div role="img" aria-label={texts.lastDays(shownDays, read)} className={styles.days}>
      {shown.map((day) => (
        <i key={day} data-origin={originOf.get(day)} title={shortDay(day)} />
      ))}
    </div>
  );
};

const Tags = ({ ticket }: { ticket: OpenTicket }) => {
  const { tags } = ticket;
  const { mutate: make } = useChange();
  const target = { ids: [ticket.id] };
  if (tags.length === 0) return <p className="small">{texts.noTags}</p>;
  return (
    <ul className="line">
      {tags.map((tag) => (
        <li key={tag.id} className="line">
          <TagName {...tag} />
          <IconButton
            icon={X}
            className="low"
            text={texts.removeTag(tag.name)}
            onClick={() => make({ change: removeTag(tag), target })}
          />
        </li>
      ))}
    </ul>
  );
};

const Details = ({ ticket }: { ticket: OpenTicket }) => {
  const { assigneeEmail, main, issue, newsletter, createdAt } = ticket;
  const nameOf = useNames();
  const facts: [string, React.ReactNode][] = [
    [texts.assignee, assigneeEmail ? nameOf(assigneeEmail) : texts.nobody],
    [texts.fields.main, main],
    [texts.fields.issue, issue],
    [texts.newsletter, newsletter],
    [texts.opened, <Moment key="opened" at={createdAt} />],
  ];
  return <Facts facts={facts.filter(([, value]) => value !== null)} />;
};
