import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { SearchArea } from '../ui/form.tsx';
import { focusHeading } from '../ui/page.tsx';
import { uiTexts } from '../ui/texts.ts';
import type { useFilter } from './filter.ts';
import styles from './list.module.css';
import { ticketTexts as texts } from '../tickets/texts.ts';

const pauseMs = 300;

/** Searches as somebody types: among all tickets, not only those that wait. */
export const SearchBox = ({
  filter: { search = '', sort },
  change,
  onGo,
}: ReturnType<typeof useFilter> & {
  /** Leads to the first ticket that this search finds. */
  onGo: (search: string) => void;
}) => {
  const box = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // A view was chosen, or the address changed; what is being typed stays, with its blanks.
    if (!box.current || timer.current !== undefined) return;
    if (box.current.value.trim() !== search) box.current.value = search;
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
  return (
    <SearchArea
      className={styles.search}
      // An open ticket takes all of a phone.
      onHidden={() => navigate({ to: '/fila', search: true })}
    >
      <input
        ref={box}
        type="search"
        aria-label={uiTexts.search}
        placeholder={texts.searchHint}
        defaultValue={search}
        onChange={({ target }) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => find(target.value.trim()), pauseMs);
        }}
        onKeyDown={(event) => {
          const { key, currentTarget } = event;
          if (key !== 'Escape' && key !== 'Enter' && key !== 'ArrowDown') return;
          // The browser would empty the box.
          event.preventDefault();
          const typed = currentTarget.value.trim().slice(0, 200);
          if (timer.current !== undefined) {
            clearTimeout(timer.current);
            find(typed);
          }
          if (key === 'Escape') focusHeading();
          else onGo(typed);
        }}
      />
    </SearchArea>
  );
};
