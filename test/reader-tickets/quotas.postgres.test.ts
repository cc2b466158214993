import { afterAll, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { mergeTwice } from '../tickets/merge-twice.ts';
import { aReader, written } from './reader-fixtures.ts';

const app = await startApp({ RATE_LIMIT: 'off' });
afterAll(() => app.close());

it('a reader who opens tickets at once opens ten', async () => {
  const { leitor } = await aReader(app);
  const opened = await Promise.allSettled(
    Array.from({ length: 14 }, () => leitor.createMyTicket(written)),
  );
  expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  expect((await leitor.listMyTickets()).items).toHaveLength(10);
});

it("a reader's message finds its ticket while it is merged", async () => {
  const agent = await app.trpc({ role: 'agent' });
  const { leitor } = await aReader(app);
  const [from, into] = [await leitor.createMyTicket(written), await leitor.createMyTicket(written)];
  const [{ ticketId }] = await Promise.all([
    leitor.addMyTicketMessage({ id: from.id, body: 'Ainda não' }),
    mergeTwice(agent, { fromId: from.id, intoId: into.id }).catch(() => undefined),
  ]);
  expect([from.id, into.id]).toContain(ticketId);
  const { messages } = await leitor.getMyTicket({ id: ticketId });
  expect(messages.map(({ body }) => body)).toContain('Ainda não');
});
