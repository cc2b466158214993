import { createLeitor } from '@leitor/sdk';
import { createLeitorQueries } from '@leitor/sdk/react-query';
import { QueryClient } from '@tanstack/react-query';

const given = new URLSearchParams(location.hash.slice(1));

/** The ticket whose attachments the page shows. */
export const ticketId = Number(given.get('ticket') ?? 1);

export const leitor = createLeitor({
  baseUrl: given.get('api') ?? 'http://127.0.0.1:3000',
  token: given.get('token') ?? undefined,
});

export const queries = createLeitorQueries(leitor);

// The SDK retries what is safe to repeat.
export const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
