import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { failureOf, failureText, isSignedOut } from './api/failure.ts';
import { refresh } from './api/refresh.ts';
import { App } from './app/app.tsx';
import { router } from './app/router.tsx';
import { sessionQuery } from './app/session.ts';
import { toast } from './app/toasts.tsx';
import './styles/all.css';
import { applyScheme } from './app/account.tsx';

const endSession = (error: unknown) => {
  if (isSignedOut(error)) queries.setQueryData(sessionQuery.queryKey, null);
};

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // Hints of the service say what changed.
      staleTime: 30_000,
      // What the service refuses is not asked again.
      retry: (failures, error) => failures < 2 && !failureOf(error),
    },
    mutations: { networkMode: 'always' },
  },
  queryCache: new QueryCache({ onError: endSession }),
  mutationCache: new MutationCache({
    onError: (error) => {
      endSession(error);
      toast(failureText(error), { failed: true });
    },
    // What a change concerns, or what refused it, is fetched again, also while the stream of hints is down.
    onSettled: () => refresh(queries),
  }),
});

applyScheme();
const show = () =>
  createRoot(document.getElementById('root') ?? document.body).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );

// Who is signed in is asked while the screen of the address loads.
void queries.prefetchQuery(sessionQuery);
void router.load().then(show);
