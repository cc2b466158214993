import { describe, expect } from 'vitest';
import { serviceTest, type TestPerson } from '../../fixture.ts';
import { from, mailEnv } from '../../inbound/mail-people.ts';
import { aMail } from '../../inbound/mails.ts';

const it = serviceTest(mailEnv);

const isReturned = async ({ trpc }: TestPerson, id: number) =>
  (await trpc.tickets.list.query({ search: `#${id}` })).items[0]?.returned;
const until = '2026-03-11T12:00:00.000Z';

describe('a ticket that comes back from a snooze', () => {
  it('is marked when its time has come, until somebody handles it', async ({
    app,
    agent,
    ticket: { id },
    clock,
  }) => {
    clock.set('2026-03-10T12:00:00Z');
    await agent.trpc.tickets.snooze.mutate({ ids: [id], until });
    expect(await isReturned(agent, id)).toBe(false);
    clock.set(until);
    expect(await isReturned(agent, id)).toBe(true);
    await app.service.jobs.run('end-snoozes');
    expect(await isReturned(agent, id)).toBe(true);
    await agent.trpc.tickets.addNote.mutate({ id, body: 'Vi' });
    expect(await isReturned(agent, id)).toBe(false);
  });

  it('is marked by a mail of its reader, whoever ingests it', async ({ app, agent, clock }) => {
    clock.set('2026-03-10T12:00:00Z');
    const { trpc } = agent;
    const address = `${crypto.randomUUID()}@exemplo.com.br`;
    const raw = aMail(from(address)).toString('base64');
    const { ticketId: id = 0 } = await trpc.inbound.ingest.mutate({ raw });
    await trpc.tickets.snooze.mutate({ ids: [id], until });
    const said = { id, author: 'Ana', origin: 'requester', body: 'E então?' } as const;
    await (await app.trpc({ role: 'agent' })).tickets.addMessage.mutate(said);
    expect(await isReturned(agent, id)).toBe(true);
    expect((await trpc.tickets.get.query({ id })).snoozedUntil).toBeNull();
    await trpc.tickets.reply.mutate({ id, html: 'Já vai' });
    expect(await isReturned(agent, id)).toBe(false);
  });

  it('is not marked if somebody brings it back', async ({ agent, ticket: { id } }) => {
    const later = new Date(Date.now() + 3_600_000).toISOString();
    await agent.trpc.tickets.snooze.mutate({ ids: [id], until: later });
    await agent.trpc.tickets.snooze.mutate({ ids: [id], until: null });
    expect(await isReturned(agent, id)).toBe(false);
  });
});
