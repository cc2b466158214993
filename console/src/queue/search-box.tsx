import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ticketTexts as texts } from '../tickets/texts.ts';
import { SearchArea } from '../ui/form.tsx';
import { focusHeading } from '../ui/page.tsx';
import { createTimer, useMachine } from '../ui/state/machine.ts';
import { uiTexts } from '../ui/texts.ts';
import type { useFilter } from './filter.ts';
import styles from './list.module.css';
import { type SearchEffect, type SearchEvent, searching, searchingIn } from './searching.ts';

/** The keys that end typing, with their events. */
const ends: Readonly<Record<string, SearchEvent>> = {
  Escape: { type: 'left' },
  Enter: { type: 'entered' },
  ArrowDown: { type: 'entered' },
};

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
  const perform = (effect: SearchEffect, send: (event: SearchEvent) => void) => {
    if (effect.do === 'wait') wait(effect.ms, () => send({ type: 'paused' }));
    else if (effect.do === 'go') onGo(effect.search);
    else if (effect.do === 'leave') focusHeading();
    else {
      const starts = search === '' && sort === 'waiting';
      change({
        search: effect.search,
        ...(starts && { sort: 'newest' }),
        ...(effect.search === '' && { sort: undefined }),
      });
    }
  };
  const [{ text }, dispatch] = useMachine(searching, searchingIn(search), perform);
  useEffect(() => dispatch({ type: 'addressed', search }), [dispatch, search]);
  useEffect(() => () => wait(0), [wait]);
  return (
    <SearchArea
      className={styles.search}
      // On a phone an open ticket hides the list.
      onHidden={() => navigate({ to: '/fila', search: true })}
    >
      <input
        type="search"
        aria-label={uiTexts.search}
        placeholder={texts.searchHint}
        value={text}
        onChange={({ target }) => dispatch({ type: 'typed', text: target.value })}
        onKeyDown={(event) => {
          const end = ends[event.key];
          if (!end) return;
          // By default the browser empties the box.
          event.preventDefault();
          dispatch(end);
        }}
      />
    </SearchArea>
  );
};
