import { Actions } from '../actions.tsx';
import { uiTexts } from '../texts.ts';
import { Dialog } from './dialog.tsx';

/** Shows a secret that nobody sees again, with a button that copies it. */
export const Secret = ({
  title,
  why,
  secret,
  onClose,
}: {
  title: string;
  why: string;
  secret: string;
  onClose: () => void;
}) => (
  <Dialog title={title} onClose={onClose}>
    <p>{why}</p>
    <input aria-label={title} readOnly value={secret} />
    <Actions
      actions={[
        {
          text: uiTexts.copy,
          run: () => navigator.clipboard.writeText(secret),
          done: uiTexts.copied,
        },
      ]}
    />
  </Dialog>
);
