import { type ComponentProps, lazy, Suspense } from 'react';
import { Dialog } from './dialog.tsx';

/** Loaded with the first dialog. */
const Options = lazy(() => import('./options.tsx'));

/** Asks for one of some options. */
export const OptionsDialog = ({
  onClose,
  ...options
}: ComponentProps<typeof Options> & { onClose: () => void }) => (
  <Dialog title={options.title} onClose={onClose}>
    <Suspense>
      <Options {...options} />
    </Suspense>
  </Dialog>
);
