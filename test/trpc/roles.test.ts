import { afterAll, describe, expect, it } from 'vitest';
import { roles } from '../../server/config/roles.ts';
import { procedures } from '../../server/internal-contract.ts';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const admin = await app.trpc();
const agent = await app.trpc({ role: 'agent' });

const refusal = (requiredRole: string) => ({
  message: `forbidden: requires the role ${requiredRole}`,
  data: { errorCode: 'forbidden', requiredRole },
});
const email = () => `${crypto.randomUUID()}@exemplo.com.br`;
const openTicket = (requesterEmail: string) =>
  admin.tickets.create.mutate({ requesterEmail, subject: 'Oi', body: 'Olá', main: 'Conta' });

describe('an agent', () => {
  it('reads the mails of a ticket, and not the whole outbox', async () => {
    const { id } = await openTicket(email());
    expect(await agent.outbox.list.query({ ticketId: id })).toEqual({
      items: [],
      nextCursor: null,
    });
    await expect(agent.outbox.list.query({})).rejects.toMatchObject(refusal('admin'));
    await expect(agent.outbox.retry.mutate({ id: 1 })).rejects.toMatchObject(refusal('admin'));
  });

  it('reads the streak of a person who has a ticket, and of nobody else', async () => {
    const person = email();
    await admin.streaks.recordReading.mutate({ email: person });
    await expect(agent.streaks.get.query({ email: person })).rejects.toMatchObject(
      refusal('admin'),
    );
    await openTicket(person);
    expect(await agent.streaks.get.query({ email: person })).toMatchObject({ currentStreak: 1 });
    await expect(agent.streaks.recordReading.mutate({ email: person })).rejects.toMatchObject(
      refusal('admin'),
    );
  });
});

describe('each procedure', () => {
  it.each(roles)(
    'refuses a person of the role %s if docs/roles.md names a higher one',
    async (role) => {
      const authorization = `Bearer ${await app.token({ role })}`;
      const higher = roles.slice(roles.indexOf(role) + 1);
      for (const { path, kind, role: required } of procedures) {
        if (!higher.includes(required)) continue;
        const response = await fetch(`${app.internalUrl}/trpc/${path}`, {
          method: kind === 'query' ? 'GET' : 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          ...(kind === 'mutation' && { body: '{}' }),
        });
        const { error } = await response.json();
        expect([path, response.status, error]).toMatchObject([path, 403, refusal(required)]);
      }
    },
  );
});
