import { useSyncExternalStore } from 'react';

/** Returns true while the window is at most so many rem wide. */
export const useNarrow = (rem: number): boolean => {
  const media = matchMedia(`(max-width: ${rem}rem)`);
  const isNarrow = () => media.matches;
  const subscribe = (changed: () => void) => {
    media.addEventListener('change', changed);
    return () => media.removeEventListener('change', changed);
  };
  return useSyncExternalStore(subscribe, isNarrow, isNarrow);
};
