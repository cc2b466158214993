import { Dialog } from '../parts/dialog.tsx';
import { shell } from '../texts/shell.ts';
import { signIn, useSession } from './session.ts';

/** Over the page when the session has ended: what was typed stays behind it. */
export const SessionLost = () => {
  if (useSession() !== null) return null;
  return (
    <Dialog title={shell.signedOut}>
      <p>{shell.signedOutWhy}</p>
      <button type="button" className="primary" onClick={signIn}>
        {shell.signIn}
      </button>
    </Dialog>
  );
};
