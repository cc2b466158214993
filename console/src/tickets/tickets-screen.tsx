import { Outlet } from '@tanstack/react-router';
import { shell } from '../shell/texts.ts';
import { useOpenId } from '../ui/address.ts';
import { BulkBar } from './bulk.tsx';
import { useFilter } from './filter.ts';
import { Filters } from './filters.tsx';
import styles from './list.module.css';
import { SearchBox } from './search-box.tsx';
import { useSelection } from './selection.ts';
import { TicketList } from './ticket-list.tsx';
import { Views } from './views.tsx';

/** The queue with its views and, if one is open, a ticket beside it. */
export default function TicketsScreen() {
  const openId = useOpenId();
  const { filter, change } = useFilter();
  const selection = useSelection(JSON.stringify(filter));
  const Heading = openId === undefined ? 'h1' : 'h2';
  return (
    <div className={styles.screen}>
      {openId === undefined && <Views filter={filter} />}
      <section className={styles.pane} data-beside={openId !== undefined || undefined}>
        <header className={`line bar ${styles.header}`}>
          <Heading tabIndex={-1}>{shell.titles.queue}</Heading>
          <SearchBox filter={filter} change={change} />
          <Filters filter={filter} change={change} />
        </header>
        <BulkBar selection={selection} filter={filter} />
        <TicketList filter={filter} selection={selection} openId={openId} />
      </section>
      <Outlet />
    </div>
  );
}
