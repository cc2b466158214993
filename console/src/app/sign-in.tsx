import { useEffect } from 'react';
import { shell } from '../texts/shell.ts';
import { signIn } from './session.ts';
import styles from './shell.module.css';

/** The page of somebody who is not signed in. */
export const SignIn = () => {
  useEffect(() => {
    document.title = `${shell.signIn} · ${shell.product}`;
  }, []);
  return (
    <main className={`stack ${styles.signIn}`}>
      <h1>{shell.product}</h1>
      <p>{shell.signInWhy}</p>
      <button type="button" className="primary" onClick={signIn}>
        {shell.signIn}
      </button>
    </main>
  );
};
