import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button, Failed, Loading } from '../parts/page.tsx';
import { shell } from '../texts/shell.ts';
import { followEvents } from './events.ts';
import styles from './frame.module.css';
import { router } from './router.tsx';
import { includesRole, sessionQuery, signIn } from './session.ts';
import { useTitle } from './store.ts';

const SignIn = () => {
  useTitle(shell.signIn);
  return (
    <main className={`stack ${styles.signIn}`}>
      <h1>{shell.product}</h1>
      <p>{shell.signInWhy}</p>
      <Button text={shell.signIn} className="primary" onClick={signIn} />
    </main>
  );
};

/** The console: the sign-in page, or the screens of who is signed in. */
export const App = () => {
  const queries = useQueryClient();
  const session = useQuery(sessionQuery);
  const [person, setPerson] = useState<string>();
  const email = session.data?.email;
  useEffect(() => {
    if (email === undefined) return;
    // Somebody else signed in: nothing of the former person stays on the page.
    if (person !== undefined && person !== email) location.reload();
    if (person !== undefined) return;
    setPerson(email);
    followEvents(queries);
  }, [queries, email, person]);
  if (session.isError) return <Failed error={session.error} onAgain={() => session.refetch()} />;
  if (session.data === undefined) return <Loading />;
  if (session.data === null && person === undefined) return <SignIn />;
  if (session.data && !includesRole(session.data.role, 'agent')) {
    return <p className="empty">{shell.noRole}</p>;
  }
  return <RouterProvider router={router} />;
};
