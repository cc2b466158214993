import { useEffect, useRef } from 'react';
import { useCommands } from '../app/commands.ts';
import { ticketTexts as texts } from '../texts/tickets.ts';
import type { useFilter } from './filter.ts';
import styles from './list.module.css';

const pauseMs = 300;

/** Searches as somebody types: among all tickets, not only those that wait. */
export const SearchBox = ({
  filter: { search = '', sort },
  change,
}: ReturnType<typeof useFilter>) => {
  const box = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // A view was chosen, or the address changed; what is being typed stays.
    if (box.current && timer.current === undefined) box.current.value = search;
  }, [search]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const find = (typed: string) => {
    timer.current = undefined;
    const starts = search === '' && sort === 'waiting';
    change({
      search: typed,
      ...(starts && { sort: 'newest' }),
      ...(typed === '' && { sort: undefined }),
    });
  };
  useCommands([{ text: texts.search, group: 'list', keys: '/', run: () => box.current?.select() }]);
  return (
    <search className={styles.search}>
      <input
        ref={box}
        type="search"
        aria-label={texts.search}
        placeholder={texts.searchHint}
        defaultValue={search}
        onChange={({ target }) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => find(target.value.trim()), pauseMs);
        }}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Escape') currentTarget.blur();
        }}
      />
    </search>
  );
};
