import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { startApp } from '../harness.ts';
import { openConsole } from './open-console.ts';

export const hour = 3_600_000;

/** The console of a service whose tickets have numbers of more than a few digits. */
export const openList = async () => {
  const { service: app, visit } = await openConsole(startApp);
  const trpc = await app.trpc();
  const { db } = app.service.contextFor('test');
  await sql`select setval('tickets_id_seq', 123456)`.execute(db);
  type NewTicket = Partial<Parameters<typeof trpc.tickets.create.mutate>[0]>;
  return {
    app,
    db,
    trpc,
    visit,
    /** Opens a ticket so many hours ago. */
    open: async (main: string, subject: string, ago = 1, fields: NewTicket = {}) => {
      const createdAt = new Date(Date.now() - ago * hour).toISOString();
      const ticket = { subject, body: `Sobre ${subject}`, main, createdAt, ...fields };
      return (await trpc.tickets.create.mutate(ticket)).id;
    },
    ticketOf: (id: number) => trpc.tickets.get.query({ id }),
  };
};

export const list = (page: Page) => page.getByRole('list', { name: 'Chamados' });

export const rows = (page: Page) => list(page).getByRole('link');

export const check = (page: Page, subject: string) =>
  page.getByRole('checkbox', { name: `Selecionar ${subject}`, exact: true });

/** The parameters of the address. */
export const search = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
