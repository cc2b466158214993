import { createLeitor } from '@leitor/sdk';
import { createLeitorQueries } from '@leitor/sdk/react-query';
import { QueryClient } from '@tanstack/react-query';

const given = new URLSearchParams(location.hash.slice(1));

/** The token of an invitation that the address carries. */
export const invitation = given.get('convite') ?? undefined;

// A real page signs its reader in; the example takes the token from the address and remembers it for this tab.
for (const name of ['api', 'token']) {
  const value = given.get(name);
  if (value) sessionStorage.setItem(name, value);
}

export const leitor = createLeitor({
  baseUrl: sessionStorage.getItem('api') ?? 'http://127.0.0.1:3000',
  token: sessionStorage.getItem('token') ?? undefined,
});

export const queries = createLeitorQueries(leitor);

// The SDK retries what is safe to repeat.
export const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
