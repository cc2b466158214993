import { useEffect } from 'react';
import { Toasts } from '../ui/overlays/toasts.tsx';
import { createStore } from '../ui/state/store.ts';
import { UndoBar } from './undo/undo-bar.tsx';

/** The number of mounted components that show the notices in another place. */
export const placedNotices = createStore(0);

/** Messages and undo bars. They are rows of the layout and cover nothing. */
export const Notices = () => (
  <div>
    <UndoBar />
    <Toasts />
  </div>
);

/** Shows the notices here instead of below the page, for example above the reply. */
export const PlacedNotices = () => {
  useEffect(() => {
    placedNotices.set((count) => count + 1);
    return () => placedNotices.set((count) => count - 1);
  }, []);
  return <Notices />;
};
