import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ItemOf, read } from '../api/client.ts';
import { hasWords } from '../ui/format/words.ts';

type Found = Pick<ItemOf<'tickets.list'>, 'id' | 'subject' | 'requesterName' | 'requesterEmail'>;

const pauseMs = 200;
const leastTyped = 2;
const mostRead = 30;
const shown = 8;

/**
 * Sorts search results, best first: by number, then requester, then subject, then contents. Equal results
 * keep their order.
 */
export const bestFirst = <T extends Found>(tickets: readonly T[], search: string): T[] => {
  const hasAll = (text: string | null) => hasWords(text ?? '', search);
  const kindOf = ({ id, subject, requesterName, requesterEmail }: T) => {
    if (search.replace('#', '') === String(id)) return 0;
    if (hasAll(requesterName) || hasAll(requesterEmail)) return 1;
    return hasAll(subject) ? 2 : 3;
  };
  return tickets.toSorted((one, other) => kindOf(one) - kindOf(other));
};

/**
 * Search results for a text that is being typed, best first. `isOld` is true while they belong to the
 * previous text.
 */
export const useFoundTickets = (typed: string): { tickets: Found[]; isOld: boolean } => {
  const search = typed.trim().slice(0, 200);
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(search), pauseMs);
    return () => clearTimeout(timer);
  }, [search]);
  const { data, isPlaceholderData, isPending } = useQuery({
    ...read('tickets.list', { search: asked, sort: 'newest', limit: mostRead }),
    enabled: asked.length >= leastTyped,
    placeholderData: (before) => before,
  });
  if (search.length < leastTyped) return { tickets: [], isOld: false };
  const isOld = asked !== search || isPlaceholderData || isPending;
  if (asked.length < leastTyped) return { tickets: [], isOld };
  return { tickets: bestFirst(data?.items ?? [], asked).slice(0, shown), isOld };
};
