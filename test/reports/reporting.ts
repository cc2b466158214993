import type { Client } from '../../contract/index.ts';
import { startApp } from '../harness.ts';

/** What a report may be asked for. */
export type Query = NonNullable<Parameters<Client['getTicketTimeSeries']>[0]>['query'];

/** A category that no other test uses. */
export const aCategory = () => `Categoria ${crypto.randomUUID()}`;

const beginning = new Date('2026-03-10T14:30:00Z');

/** The service on an afternoon of its own, with what tickets and reports are made by. */
export const openReporting = async () => {
  const clock = { now: beginning };
  const app = await startApp({}, { now: () => clock.now });
  const api = await app.client();
  const internal = await app.trpc();
  return {
    ...app,
    clock,
    api,
    internal,
    /** Sets the clock to the beginning of the test and empties the cache. */
    atTheStart: async () => {
      clock.now = beginning;
      await internal.reports.clearCache.mutate();
    },
    aTicket: (
      fields: { main?: string; issue?: string; newsletter?: string; createdAt?: string } = {},
    ) =>
      internal.tickets.create.mutate({ subject: 'Dúvida', body: 'Olá', main: 'Conta', ...fields }),
    series: async (query: Query = {}) => {
      const answer = await api.getTicketTimeSeries({ query });
      if (answer.status !== 200) throw new Error(`${answer.status}`);
      return answer.body;
    },
  };
};
