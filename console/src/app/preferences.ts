import { useQuery } from '@tanstack/react-query';
import { read, useWrite } from '../api/client.ts';
import { createKeptStore } from './store.ts';

/** The colours of the console, in this browser. */
export const scheme = createKeptStore<'system' | 'light' | 'dark'>('console:scheme', 'system');

/** Makes the page look as chosen, now and when the choice changes. */
export const applyScheme = (): void => {
  const apply = () => {
    const chosen = scheme.get();
    document.documentElement.style.colorScheme = chosen === 'system' ? '' : chosen;
  };
  apply();
  scheme.subscribe(apply);
};

const landings = ['stay', 'next', 'list'] as const;

/** Where a person is after they sent a reply, and how to choose it. It goes with them to other browsers. */
export const useLanding = () => {
  const preferences = useQuery(read('me.preferences.get')).data;
  const set = useWrite('me.preferences.set');
  return {
    landing: landings.find((landing) => landing === preferences?.afterSending) ?? 'stay',
    choose: (afterSending: (typeof landings)[number]) =>
      set.mutate({ ...preferences, afterSending }),
  };
};
