import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { Groups } from './groups.tsx';
import { queryClient } from './leitor.ts';
import { Quiz } from './quiz.tsx';
import { Ranking } from './ranking.tsx';
import { Streak } from './streak.tsx';

const root = document.getElementById('app');
if (!root) throw new Error('the page has no #app');
createRoot(root).render(
  <QueryClientProvider client={queryClient}>
    <h1>Bom dia, leitor</h1>
    <Streak />
    <Quiz />
    <Ranking />
    <Groups />
  </QueryClientProvider>,
);
