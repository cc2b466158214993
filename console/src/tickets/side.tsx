import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { read, useRead, useWrite } from '../api/client.ts';
import { ReaderLink } from '../readers/reader-link.tsx';
import { Facts, IconButton, Moment, Panel, TagName } from '../ui/page.tsx';
import { Attachments } from './attachments.tsx';
import { ticketTexts as texts } from './texts.ts';
import type { OpenTicket } from './thread.ts';
import styles from './ticket.module.css';
import { nameIn, StatusBadge } from './ticket-row.tsx';
import { Uploads } from './uploads.tsx';

const shownOthers = 8;

export const Side = ({
  ticket,
  uploads,
}: {
  ticket: OpenTicket;
  uploads: Parameters<typeof Uploads>[0];
}) => {
  const attachments = useRead('attachments.list', { ticketId: ticket.id }).data ?? [];
  const loose = attachments.filter(({ messageId }) => messageId === null);
  return (
    <aside aria-label={texts.side} className={`stack ${styles.side} ${styles.facts}`}>
      <Requester ticket={ticket} />
      <Panel title={texts.tags}>
        <Tags ticket={ticket} />
      </Panel>
      <Panel title={texts.details}>
        <Details ticket={ticket} />
      </Panel>
      <Panel title={texts.attachments}>
        <Attachments attachments={loose} />
        <Uploads {...uploads} />
      </Panel>
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
        {streak && (
          <p className="small">
            {texts.streak(streak.status === 'broken' ? 0 : streak.currentStreak, streak.maxStreak)}
          </p>
        )}
      </div>
      <h3>{texts.others}</h3>
      {others?.length ? (
        <ul className="stack">
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

const Tags = ({ ticket: { id, tags } }: { ticket: OpenTicket }) => {
  const remove = useWrite('tickets.removeTag');
  if (tags.length === 0) return <p className="small">{texts.noTags}</p>;
  return (
    <ul className="line">
      {tags.map((tag) => (
        <li key={tag.id} className="line badge">
          <TagName {...tag} />
          <IconButton
            icon={X}
            text={texts.removeTag(tag.name)}
            onClick={() => remove.mutate({ id, tagId: tag.id })}
          />
        </li>
      ))}
    </ul>
  );
};

const Details = ({ ticket }: { ticket: OpenTicket }) => {
  const { assigneeEmail, main, issue, newsletter, createdAt } = ticket;
  const facts: [string, React.ReactNode][] = [
    [texts.assignee, assigneeEmail ? nameIn(assigneeEmail) : texts.nobody],
    [texts.category, main],
    [texts.issue, issue],
    [texts.newsletter, newsletter],
    [texts.opened, <Moment key="opened" at={createdAt} />],
  ];
  return <Facts facts={facts.filter(([, value]) => value !== null)} />;
};
