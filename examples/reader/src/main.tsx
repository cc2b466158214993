import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { Groups } from './groups.tsx';
import { isSignedIn, queryClient, signOut } from './leitor.ts';
import { Quiz } from './quiz.tsx';
import { Ranking } from './ranking.tsx';
import { SignIn } from './sign-in.tsx';
import { Streak } from './streak.tsx';
import { Tickets } from './tickets.tsx';

const root = document.getElementById('app');
if (!root) throw new Error('the page has no #app');
createRoot(root).render(
  <QueryClientProvider client={queryClient}>
    <h1>Bom dia, leitor</h1>
    {isSignedIn ? (
      <>
        <Streak />
        <Quiz />
        <Ranking />
        <Groups />
        <Tickets />
        <button type="button" className="quiet" onClick={signOut}>
          Sair da conta
        </button>
      </>
    ) : (
      <SignIn />
    )}
  </QueryClientProvider>,
);
