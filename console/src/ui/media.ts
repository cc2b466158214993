import { useSyncExternalStore } from 'react';

/** Whether the window is at most so many rem wide, now and when it changes. */
export const useNarrow = (rem: number): boolean => {
  const media = matchMedia(`(max-width: ${rem}rem)`);
  return useSyncExternalStore(
    (changed) => {
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => media.matches,
  );
};
