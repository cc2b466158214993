import { type ComponentProps, lazy, Suspense } from 'react';
import { Dialog } from './dialog.tsx';

const load = () => import('./options.tsx');
const Options = lazy(load);

// At the first key or click of a page, because keys that are pressed while a dialog still loads are
// lost.
for (const event of ['keydown', 'pointerdown']) addEventListener(event, load, { once: true });

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
