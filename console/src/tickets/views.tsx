import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trash2, Users } from 'lucide-react';
import { read, useWrite } from '../api/client.ts';
import { useSession } from '../app/session.ts';
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
  const saved = useQuery(read('views.list')).data?.items ?? [];
  const views: readonly View[] = [
    ...always,
    ...saved.map((view) => ({ name: view.name, filter: filterOfView(view), saved: view })),
  ];
  const counts = useQuery({
    ...read('tickets.counts', { views: views.map((view) => conditionsOf(view.filter)) }),
    placeholderData: (before) => before,
  }).data;
  const current = views.find((view) => isSameFilter(view.filter, filter));
  return (
    <nav aria-label={texts.views.title} className={`stack ${styles.views}`}>
      <ul>
        {views.map((view, index) => (
          <li key={view.saved?.id ?? view.name} className={styles.view}>
            <Link
              to="/fila"
              search={view.filter}
              className={`entry ${styles.link}`}
              aria-current={view === current ? 'page' : undefined}
              activeProps={{ 'aria-current': undefined }}
            >
              {view.saved?.shared && (
                <span title={texts.views.sharedBy}>
                  <Users aria-hidden size={14} />
                  <span className="hidden">{texts.views.sharedBy}</span>
                </span>
              )}
              <span className={`clip ${styles.name}`}>{view.name}</span>
              <span className="small">
                {counts?.[index] !== undefined && texts.views.count(counts[index])}
              </span>
            </Link>
            {view.saved?.ownerEmail === me && <DeleteView view={view.saved} />}
          </li>
        ))}
      </ul>
      {!current && <SaveView filter={filter} />}
    </nav>
  );
};

const DeleteView = ({ view }: { view: SavedView }) => {
  const remove = useWrite('views.delete');
  return (
    <button type="button" className="quiet" onClick={() => remove.mutate({ id: view.id })}>
      <Trash2 aria-hidden size={14} />
      <span className="hidden">{texts.views.remove(view.name)}</span>
    </button>
  );
};
