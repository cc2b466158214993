import { createLeitor, isLeitorError } from '@leitor/sdk';
import { createLeitorQueries } from '@leitor/sdk/react-query';
import { QueryCache, QueryClient } from '@tanstack/react-query';

const given = new URLSearchParams(location.hash.slice(1));

/** The token of an invitation that the address carries. */
export const invitation = given.get('convite') ?? undefined;

// A real page signs its reader in with a provider; the example takes the token from the address and
// remembers it for this tab.
for (const name of ['api', 'token']) {
  const value = given.get(name);
  if (value) sessionStorage.setItem(name, value);
}
history.replaceState(null, '', location.pathname);

const token = sessionStorage.getItem('token') ?? undefined;
export const isSignedIn = token !== undefined;

export const signIn = (accessToken: string) => {
  sessionStorage.setItem('token', accessToken);
  location.reload();
};

export const signOut = () => {
  sessionStorage.removeItem('token');
  location.reload();
};

export const leitor = createLeitor({
  baseUrl: sessionStorage.getItem('api') ?? 'http://127.0.0.1:3000',
  token,
});

export const queries = createLeitorQueries(leitor);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (isLeitorError(error) && error.code === 'invalid-token') signOut();
    },
  }),
  defaultOptions: {
    // The SDK retries what is safe to repeat, and says when the browser is offline.
    queries: { retry: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});
