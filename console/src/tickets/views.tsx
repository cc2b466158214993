import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { read } from '../api/client.ts';
import { useSession } from '../app/session.ts';
import { ticketTexts as texts } from '../texts/tickets.ts';
import { conditionsOf, type Filter, isSameFilter } from './filter.ts';
import styles from './views.module.css';

const views: readonly { name: string; filter: Filter }[] = [
  { name: texts.views.waiting, filter: { sort: 'waiting' } },
  { name: texts.views.mine, filter: { sort: 'waiting', assignee: 'me' } },
  { name: texts.views.unassigned, filter: { sort: 'waiting', assignee: 'nobody' } },
  { name: texts.views.open, filter: { sort: 'updated', status: 'open' } },
  { name: texts.views.all, filter: { sort: 'newest' } },
];

/** The views with how many tickets each has. */
export const Views = ({ filter }: { filter: Filter }) => {
  const me = useSession()?.email ?? '';
  const counts = useQuery({
    ...read('tickets.counts', { views: views.map((view) => conditionsOf(view.filter, me)) }),
    placeholderData: (before) => before,
  }).data;
  return (
    <nav aria-label={texts.views.title} className={styles.views}>
      <ul>
        {views.map((view, index) => (
          <li key={view.name} className={styles.view}>
            <Link
              to={'/fila' as string}
              search={view.filter as object}
              className={styles.link}
              aria-current={isSameFilter(view.filter, filter) ? 'page' : undefined}
              activeProps={{ 'aria-current': undefined }}
            >
              <span className={styles.name}>{view.name}</span>
              <span className={styles.count}>
                {counts?.[index] !== undefined && texts.views.count(counts[index])}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};
