import { useQuery } from '@tanstack/react-query';
import { read, useWrite } from '../api/client.ts';
import { createKeptStore } from './store.ts';

/** How the console looks, in this browser. */
export interface Look {
  scheme: 'system' | 'light' | 'dark';
  density: 'comfortable' | 'dense';
}

export const look = createKeptStore('console:look', (stored): Look => {
  const { scheme, density } = { scheme: '', density: '', ...(stored ?? {}) };
  return {
    scheme: scheme === 'light' || scheme === 'dark' ? scheme : 'system',
    density: density === 'dense' ? 'dense' : 'comfortable',
  };
});

/** Makes the page look as chosen, now and when the choice changes. */
export const applyLook = (): void => {
  const apply = () => {
    const { scheme, density } = look.get();
    document.documentElement.dataset.scheme = scheme;
    document.documentElement.dataset.density = density;
  };
  apply();
  look.subscribe(apply);
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
