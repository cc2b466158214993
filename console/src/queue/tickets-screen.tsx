import { Outlet } from '@tanstack/react-router';
import { shell } from '../shell/texts.ts';
import { useNarrow } from '../ui/state/use-narrow.ts';
import { BulkBar } from './bulk.tsx';
import { useFilter } from './filter.ts';
import styles from './list.module.css';
import { Filters, NewTicket, SearchBox } from './list-header.tsx';
import { ListPane } from './list-parts.tsx';
import { useSelection } from './selection.ts';
import { TicketList } from './ticket-list.tsx';
import Views from './views.tsx';

/** The queue and, beside it, the open ticket. */
export default function TicketsScreen() {
  const { filter, change } = useFilter();
  const selection = useSelection(JSON.stringify(filter));
  const isNarrow = useNarrow(64);
  return (
    <div className={styles.screen}>
      <ListPane
        title={shell.titles.queue}
        header={
          <>
            <SearchBox filter={filter} change={change} />
            <Filters filter={filter} change={change} />
            <NewTicket />
          </>
        }
      >
        {isNarrow && <Views />}
        <BulkBar selection={selection} filter={filter} />
        <TicketList filter={filter} selection={selection} />
      </ListPane>
      <Outlet />
    </div>
  );
}
