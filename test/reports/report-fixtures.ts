import { startApp } from '../harness.ts';
import type { Client } from '../public-client.ts';

/** Query parameters of a report. */
export type Query = NonNullable<Parameters<Client['getTicketTimeSeries']>[0]>['query'];

/** A category unique to the test. */
export const uniqueCategory = () => `Categoria ${crypto.randomUUID()}`;

const startOfTest = new Date('2026-03-10T14:30:00Z');

/** An app with a controlled clock and helpers that create tickets and read reports. */
export const startReportsApp = async () => {
  const clock = { now: startOfTest };
  const app = await startApp({}, { now: () => clock.now });
  const api = await app.client();
  const internal = await app.trpc();
  return {
    ...app,
    clock,
    api,
    internal,
    /** Resets the clock and empties the cache. */
    reset: async () => {
      clock.now = startOfTest;
      await internal.reports.clearCache.mutate();
    },
    createTicket: (
      fields: { main?: string; issue?: string; newsletter?: string; createdAt?: string } = {},
    ) =>
      internal.tickets.create.mutate({ subject: 'Dúvida', body: 'Olá', main: 'Conta', ...fields }),
    series: async (query: Query = {}) => {
      const response = await api.getTicketTimeSeries({ query });
      if (response.status !== 200) throw new Error(`${response.status}`);
      return response.body;
    },
  };
};
