import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RegisteredRouter, RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { Button, Loaded } from '../ui/page.tsx';
import { hasUnsentText } from './browser-storage.ts';
import { followEvents } from './events.ts';
import styles from './frame.module.css';
import { SignedIn, sessionQuery, signIn } from './session.ts';
import { shell } from './texts.ts';
import { useTitle } from './title.ts';

const SignIn = ({ ended }: { ended: boolean }) => {
  useTitle(shell.signIn);
  const button = <Button text={shell.signIn} className="primary" onClick={signIn} />;
  if (ended) {
    return (
      <Dialog title={shell.signedOut}>
        <p>
          {shell.signedOutWhy} {hasUnsentText() && shell.signedOutKept}
        </p>
        {button}
      </Dialog>
    );
  }
  return (
    <main className={`stack ${styles.signIn}`}>
      <h1>{shell.product}</h1>
      <p>{shell.signInWhy}</p>
      {button}
    </main>
  );
};

/** The console: the sign-in page, or the screens of the signed-in person. */
export const App = ({ router }: { router: RegisteredRouter }) => {
  const queries = useQueryClient();
  const session = useQuery(sessionQuery);
  const [person, setPerson] = useState<string>();
  const email = session.data?.email;
  useEffect(() => {
    if (email === undefined) return;
    // The page reloads if another person signs in, so that it keeps no data of the previous person.
    if (person !== undefined && person !== email) location.reload();
    if (person !== undefined) return;
    setPerson(email);
    followEvents(queries);
  }, [queries, email, person]);
  return (
    <Loaded query={session}>
      {(present) => {
        // The page shows no data after a sign-out, because other people may use the same computer.
        if (present === null) return <SignIn ended={person !== undefined} />;
        return (
          <SignedIn value={present}>
            <RouterProvider router={router} />
          </SignedIn>
        );
      }}
    </Loaded>
  );
};
