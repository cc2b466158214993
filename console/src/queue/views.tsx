import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { type ItemOf, read, useRead, write } from '../api/client.ts';
import { setAsideTexts } from '../set-aside/texts.ts';
import { useSession } from '../shell/session.ts';
import { ticketTexts as texts } from '../tickets/texts.ts';
import { type Action, Actions } from '../ui/actions.tsx';
import { Check, Input } from '../ui/form.tsx';
import { addressOf, conditionsOf, type Filter, isSameFilter, useFilter } from './filter.ts';
import styles from './views.module.css';

interface View {
  name: string;
  filter: Filter;
  saved?: ItemOf<'views.list'>;
}

const always: readonly View[] = [
  { name: texts.views.waiting, filter: { sort: 'waiting' } },
  { name: texts.views.mine, filter: { sort: 'waiting', assignee: 'me' } },
  { name: texts.views.forMe, filter: { sort: 'updated', mentions: 'me' } },
  { name: texts.views.unassigned, filter: { sort: 'waiting', assignee: null } },
  { name: texts.views.snoozed, filter: { sort: 'updated', snoozed: true } },
  { name: texts.views.open, filter: { sort: 'updated', status: 'open' } },
  { name: texts.views.all, filter: { sort: 'newest' } },
];

/** The most views that the service counts in one request. */
const mostCounted = 20;

/** The saved views with their counts, below the menu's entry for the queue or above the queue. */
export default function Views() {
  const { filter } = useFilter();
  // True on the queue and on the tickets that it opens.
  const isQueue = useRouterState({
    select: ({ location }) => !location.pathname.startsWith('/emails'),
  });
  const me = useSession().email;
  const stored = useRead('views.list').data?.items ?? [];
  const views: readonly View[] = [
    ...always,
    ...stored.map((saved) => ({
      name: saved.name,
      filter: { ...saved.filter, sort: saved.sort },
      saved,
    })),
  ];
  const open = views.find((view) => isSameFilter(view.filter, filter));
  const counted = views.slice(0, mostCounted).map((view) => conditionsOf(view.filter));
  const counts = useQuery({
    ...read('tickets.counts', { views: counted }),
    placeholderData: (before) => (before?.counts.length === counted.length ? before : undefined),
  }).data?.counts;
  // The set-aside mails that nobody has viewed.
  const unseen = useQuery({ ...read('inbound.status'), refetchInterval: 60_000 }).data?.unseen;
  const count = unseen?.reduce((total, reason) => total + reason.count, 0) ?? 0;
  return (
    <nav aria-label={texts.views.title} className={styles.views}>
      <ul>
        {views.map(({ name, filter: own, saved }, index) => (
          <li key={saved?.id ?? name}>
            <Link
              to="/fila"
              search={addressOf(own)}
              className={`entry ${styles.view}`}
              activeOptions={{ exact: true }}
              aria-current={isQueue && isSameFilter(own, filter) ? 'page' : undefined}
            >
              {saved?.shared && <Users role="img" aria-label={texts.views.sharedBy} size={14} />}
              <span className="clip">{name}</span>
              <span className="faint">
                {counts?.[index] !== undefined &&
                  texts.views.count(counts[index], own.search !== undefined)}
              </span>
            </Link>
          </li>
        ))}
        <li>
          <Link to="/emails" className={`entry ${styles.view}`}>
            <span className="clip">{setAsideTexts.title}</span>
            <span className="faint">{count > 0 && setAsideTexts.count(count)}</span>
          </Link>
        </li>
      </ul>
      {isQueue && <Actions actions={actionsOf(filter, open, me)} />}
    </nav>
  );
}

/** Saves the filter of the address as a view, one's own or the team's; deletes an own view that is open. */
const actionsOf = (filter: Filter, open: View | undefined, me: string): Action[] => {
  if (open?.saved?.ownerEmail === me) {
    const { id, name } = open.saved;
    const run = () => write('views.delete', { id });
    return [{ text: texts.views.remove, title: texts.views.removeOf(name), rank: 0, run }];
  }
  if (open) return [];
  const save: Action = {
    text: texts.views.save,
    rank: 0,
    confirm: texts.views.saveButton,
    asks: (
      <>
        <Input label={texts.views.name} name="name" required maxLength={60} />
        <Check label={texts.views.shared} name="shared" />
      </>
    ),
    done: texts.views.saved,
    run: ({ name = '', shared }) =>
      write('views.save', {
        name,
        shared: shared !== undefined,
        filter: conditionsOf(filter),
        sort: filter.sort,
      }),
  };
  return [save];
};
