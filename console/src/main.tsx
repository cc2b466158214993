import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { failureOf, failureText, isSignedOut } from './api/failure.ts';
import { refresh } from './api/refresh.ts';
import { screens } from './screens.ts';
import { App } from './shell/app.tsx';
import { createConsoleRouter } from './shell/router.tsx';
import { sessionQuery } from './shell/session.ts';
import { toast } from './ui/overlays/toasts.tsx';
import { createKeyListener } from './ui/state/commands.ts';
import { Failures } from './ui/state/failures.ts';
import { keepFocus } from './ui/state/keep-focus.ts';
import './ui/styles/all.css';
import { applyLook } from './shell/account.tsx';
import { undone } from './shell/undo/undo-stack.ts';

const endSession = (error: unknown) => {
  if (isSignedOut(error)) queries.setQueryData(sessionQuery.queryKey, null);
};

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // The service sends a hint when data changes.
      staleTime: 30_000,
      // Refused requests are not retried.
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
    // Refetches the affected data after each change, because the stream of hints may be down.
    onSettled: () => refresh(queries),
  }),
});

const router = createConsoleRouter(screens);

/** A missing item is not fetched again, because it stays missing. */
const failureFor = (error: unknown) => ({
  text: failureText(error),
  again: failureOf(error)?.httpStatus !== 404,
});

applyLook();
undone.subscribe(() => refresh(queries));
keepFocus();
addEventListener(
  'keydown',
  createKeyListener(() => {
    const { latestLocation, state } = router;
    // Until the first page is shown, there is none.
    const shown = state.resolvedLocation ?? latestLocation;
    return latestLocation.pathname !== shown.pathname;
  }),
);
const show = () =>
  createRoot(document.getElementById('root') ?? document.body).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <Failures value={failureFor}>
          <App router={router} />
        </Failures>
      </QueryClientProvider>
    </StrictMode>,
  );

// The session is fetched while the screen's code loads.
void queries.prefetchQuery(sessionQuery);
void router.load().then(show);
