import { useEffect } from 'react';
import { Toasts } from '../ui/overlays/toasts.tsx';
import { createStore } from '../ui/state/store.ts';
import { UndoBar } from './undo/undo-bar.tsx';

/** The number of components that show the notices in a place of their own. */
export const placedNotices = createStore(0);

/** Messages and undo bars: rows of the layout, which cover nothing. */
export const Notices = () => (
  <div>
    <UndoBar />
    <Toasts />
  </div>
);

/** The notices here instead of below the page, such as above what one writes. */
export const PlacedNotices = () => {
  useEffect(() => {
    placedNotices.set((count) => count + 1);
    return () => placedNotices.set((count) => count - 1);
  }, []);
  return <Notices />;
};
