import { afterAll, describe, expect, it } from 'vitest';
import { replyAddressOf } from '../../server/outbox/signed-ids.ts';
import { startApp } from '../harness.ts';
import { aPerson, from, mailEnv } from '../inbound/mail-people.ts';
import { aMail, aMailWith } from '../inbound/mails.ts';

const app = await startApp(mailEnv);
afterAll(() => app.close());
const admin = await app.trpc();

const ingest = (raw: Buffer) => admin.inbound.ingest.mutate({ raw: raw.toString('base64') });
const countsOf = async (email: string) => {
  const { records } = await admin.people.find.query({ email });
  return Object.fromEntries(records.map(({ kind, count }) => [kind, count]));
};

describe('a person who replied by mail on the ticket of another one', () => {
  it('is found, exported and erased there, and the ticket stays its requester’s', async () => {
    const [requester, helper] = [aPerson(), aPerson()];
    const { ticketId = 0 } = await ingest(aMail(from(requester)));
    const address = await replyAddressOf(app.service.contextFor('test'), ticketId);
    const file = { name: 'nota.txt', type: 'text/plain', contents: Buffer.from('nota') };
    const headers = { From: helper, To: address ?? '' };
    expect(await ingest(aMailWith([file], headers))).toMatchObject({ outcome: 'reply', ticketId });
    await admin.tickets.setStatus.mutate({ id: ticketId, status: 'resolved' });

    expect(await countsOf(helper)).toMatchObject({ messages: 1, attachments: 1, tickets: 0 });
    const { total } = await admin.people.erase.mutate({ email: helper });
    await admin.people.erase.mutate({ email: helper, dryRun: false, expected: total });
    const ticket = await admin.tickets.get.query({ id: ticketId });
    expect(JSON.stringify(ticket)).not.toContain(helper);
    expect(ticket).toMatchObject({
      requesterEmail: requester,
      messages: [
        { author: 'Ana Lima', body: 'Bom dia! A edição de hoje não chegou.' },
        { author: expect.stringMatching(/^erased-/), body: '[conteúdo apagado]' },
      ],
    });
    const counts = await countsOf(helper);
    expect(Object.entries(counts).filter(([, count]) => count > 0)).toEqual([]);
    expect(await countsOf(requester)).toMatchObject({ tickets: 1, messages: 2, attachments: 0 });
  });
});
