import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ticketTexts as texts } from '../tickets/texts.ts';
import { SearchArea } from '../ui/form.tsx';
import { focusHeading } from '../ui/page.tsx';
import { createTimer } from '../ui/state/machine.ts';
import { uiTexts } from '../ui/texts.ts';
import type { useFilter } from './filter.ts';
import styles from './list.module.css';

const pauseMs = 300;
/** The service limits the length of a search. */
const mostLetters = 200;

/** Searches all tickets, not only waiting ones, while the person types. */
export const SearchBox = ({
  filter: { search = '', sort },
  change,
  onGo,
}: ReturnType<typeof useFilter> & {
  /** Opens the first ticket that the search finds. */
  onGo: (search: string) => void;
}) => {
  const navigate = useNavigate();
  const [wait] = useState(createTimer);
  const box = useRef<HTMLInputElement>(null);
  const asked = useRef(search);
  useEffect(() => () => wait(0), [wait]);
  // Addresses of earlier searches may come while the person types; a view is chosen outside the box.
  useEffect(() => {
    if (!box.current || document.activeElement === box.current) return;
    asked.current = search;
    box.current.value = search;
  }, [search]);
  const find = (): string => {
    wait(0);
    const text = box.current?.value.trim().slice(0, mostLetters) ?? '';
    if (text === asked.current) return text;
    asked.current = text;
    const starts = search === '' && sort === 'waiting';
    change({
      search: text,
      ...(starts && { sort: 'newest' }),
      ...(text === '' && { sort: undefined }),
    });
    return text;
  };
  return (
    <SearchArea
      className={styles.search}
      // On a phone an open ticket hides the list.
      onHidden={() => navigate({ to: '/fila', search: true })}
    >
      <input
        ref={box}
        type="search"
        aria-label={uiTexts.search}
        placeholder={texts.searchHint}
        defaultValue={search}
        onChange={() => wait(pauseMs, find)}
        onKeyDown={(event) => {
          if (!['Escape', 'Enter', 'ArrowDown'].includes(event.key)) return;
          // By default the browser empties the box.
          event.preventDefault();
          const text = find();
          if (event.key === 'Escape') focusHeading();
          else onGo(text);
        }}
      />
    </SearchArea>
  );
};
