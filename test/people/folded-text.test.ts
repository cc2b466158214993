import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { aPerson, from, mailEnv } from '../inbound/mail-people.ts';
import { aMail } from '../inbound/mails.ts';

const clock = { now: new Date('2026-03-10T15:00:00Z') };
const app = await startApp({ ...mailEnv, RETENTION_TICKETS_DAYS: '30' }, { now: () => clock.now });
afterAll(() => app.close());
const admin = await app.trpc();

/** A ticket by mail whose signature, with an address, is folded away. */
const aSignedTicket = async () => {
  const email = aPerson();
  const mail = aMail(from(email), 'Não chegou.\r\n\r\n-- \r\nAna Lima\r\nRua das Acácias, 7');
  const { ticketId = 0 } = await admin.inbound.ingest.mutate({ raw: mail.toString('base64') });
  expect(await textOf(ticketId)).toMatch(/Rua das Acácias/);
  return { email, ticketId };
};
const textOf = async (id: number) => {
  const { messages } = await admin.tickets.get.query({ id });
  return messages.map(({ body, folded }) => `${body}\n${folded ?? ''}`).join('\n');
};

describe('what is folded away from a mail', () => {
  it('is erased with its writer', async () => {
    const { email, ticketId } = await aSignedTicket();
    const { total } = await admin.people.erase.mutate({ email });
    await admin.people.erase.mutate({ email, dryRun: false, expected: total });
    expect(await textOf(ticketId)).toBe('[conteúdo apagado]\n');
  });

  it('is erased by the retention of closed tickets', async () => {
    const { ticketId } = await aSignedTicket();
    await admin.tickets.setStatus.mutate({ id: ticketId, status: 'closed' });
    clock.now = new Date(clock.now.getTime() + 31 * 86_400_000);
    await admin.jobs.run.mutate({ name: 'retention' });
    expect(await textOf(ticketId)).toBe('[conteúdo apagado]\n');
  });
});
