import type { FormEvent } from 'react';
import { signIn } from './leitor.ts';

/** For readers who are not signed in, or whose token has expired. */
export const SignIn = () => {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    signIn(String(new FormData(event.currentTarget).get('token')));
  };
  return (
    <section id="sign-in">
      <h2>Entrar</h2>
      <p>Entre para ver o quiz, a sua sequência e os seus grupos.</p>
      <form onSubmit={submit}>
        <label htmlFor="token">Token de acesso</label>
        <input type="text" id="token" name="token" required autoComplete="off" />
        <button type="submit">Entrar</button>
      </form>
    </section>
  );
};
