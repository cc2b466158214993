import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trash2, Users } from 'lucide-react';
import { read, useWrite } from '../api/client.ts';
import { useSession } from '../app/session.ts';
import { IconButton } from '../parts/icon-button.tsx';
import { ticketTexts as texts } from '../texts/tickets.ts';
import { conditionsOf, type Filter, filterOfView, isSameFilter, type SavedView } from './filter.ts';
import { SaveView } from './save-view.tsx';
import styles from './views.module.css';

interface View {
  name: string;
  filter: Filter;
  saved?: SavedView;
}

const always: readonly View[] = [
  { name: texts.views.waiting, filter: { sort: 'waiting' } },
  { name: texts.views.mine, filter: { sort: 'waiting', assignee: 'me' } },
  { name: texts.views.unassigned, filter: { sort: 'waiting', assignee: 'nobody' } },
  { name: texts.views.open, filter: { sort: 'updated', status: 'open' } },
  { name: texts.views.all, filter: { sort: 'newest' } },
];

/** The views with how many tickets each has. */
export const Views = ({ filter }: { filter: Filter }) => {
  const me = useSession()?.email ?? '';
  const stored = useQuery(read('views.list')).data?.items ?? [];
  const remove = useWrite('views.delete');
  const views: readonly View[] = [
    ...always,
    ...stored.map((saved) => ({ name: saved.name, filter: filterOfView(saved), saved })),
  ];
  const counts = useQuery({
    ...read('tickets.counts', { views: views.map((view) => conditionsOf(view.filter)) }),
    placeholderData: (before) => before,
  }).data;
  return (
    <nav aria-label={texts.views.title} className={`stack ${styles.views}`}>
      <ul>
        {views.map(({ name, filter: own, saved }, index) => (
          <li key={saved?.id ?? name} className={styles.view}>
            <Link
              to="/fila"
              search={own}
              className={`entry ${styles.link}`}
              aria-current={isSameFilter(own, filter) ? 'page' : undefined}
              activeProps={{ 'aria-current': undefined }}
            >
              {saved?.shared && <Users role="img" aria-label={texts.views.sharedBy} size={14} />}
              <span className={`clip ${styles.name}`}>{name}</span>
              <span className="small">
                {counts?.[index] !== undefined && texts.views.count(counts[index])}
              </span>
            </Link>
            {saved?.ownerEmail === me && (
              <IconButton
                icon={Trash2}
                text={texts.views.remove(name)}
                onClick={() => remove.mutate({ id: saved.id })}
              />
            )}
          </li>
        ))}
      </ul>
      {!views.some((view) => isSameFilter(view.filter, filter)) && <SaveView filter={filter} />}
    </nav>
  );
};
