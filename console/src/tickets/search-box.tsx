import { useEffect, useRef, useState } from 'react';
import { useCommands } from '../app/commands.ts';
import { ticketTexts as texts } from '../texts/tickets.ts';
import type { useFilter } from './filter.ts';
import styles from './list.module.css';

const pauseMs = 300;

/** Searches as somebody types: among all tickets, not only those that wait. */
export const SearchBox = ({ filter, change }: ReturnType<typeof useFilter>) => {
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(filter.search ?? '');
  const sent = useRef(filter.search ?? '');
  useEffect(() => {
    // A view was chosen, or the address changed.
    if ((filter.search ?? '') !== sent.current) {
      sent.current = filter.search ?? '';
      setTyped(sent.current);
    }
  }, [filter.search]);
  useEffect(() => {
    const search = typed.trim();
    if (search === sent.current) return;
    const timer = setTimeout(() => {
      const starts = sent.current === '' && filter.sort === 'waiting';
      sent.current = search;
      change({
        search: search || undefined,
        ...(starts && { sort: 'newest' }),
        ...(search === '' && { sort: undefined }),
      });
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, filter.sort, change]);
  useCommands([{ text: texts.search, group: 'list', keys: '/', run: () => box.current?.select() }]);
  return (
    <search className={styles.search}>
      <input
        ref={box}
        type="search"
        aria-label={texts.search}
        placeholder={texts.searchHint}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Escape') currentTarget.blur();
        }}
      />
    </search>
  );
};
