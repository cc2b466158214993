import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const now = new Date('2026-03-11T12:00:00.000Z');
const app = await startApp({}, { now: () => now });
afterAll(() => app.close());
const internal = await app.trpc({ role: 'agent' });

describe('tickets.create and get', () => {
  /** What a new ticket has not. */
  const unused = {
    status: 'open',
    followsId: null,
    assigneeEmail: null,
    mergedInto: null,
    tags: [],
    notes: [],
    later: [],
    replyAll: [],
    snoozedUntil: null,
    messagesCursor: null,
  };

  it('opens a ticket whose body is its first message', async () => {
    const { id, messageId } = await internal.tickets.create.mutate({
      requesterEmail: 'Maria@Exemplo.com.br',
      requesterName: 'Maria Souza',
      subject: 'Edição não chegou',
      body: 'Onde está?',
      main: 'Entrega',
      issue: 'Não recebida',
      newsletter: 'Bom Dia',
      createdAt: '2026-03-10T11:30:00-03:00',
    });
    expect(await internal.tickets.get.query({ id })).toEqual({
      id,
      subject: 'Edição não chegou',
      main: 'Entrega',
      issue: 'Não recebida',
      newsletter: 'Bom Dia',
      requesterEmail: 'maria@exemplo.com.br',
      requesterName: 'Maria Souza',
      createdAt: '2026-03-10T14:30:00.000Z',
      updatedAt: '2026-03-10T14:30:00.000Z',
      messages: [
        {
          id: messageId,
          author: 'Maria Souza',
          origin: 'requester',
          body: 'Onde está?',
          folded: null,
          notice: null,
          cc: [],
          attachments: [],
          hasOriginal: false,
          automatic: false,
          mail: null,
          createdAt: '2026-03-10T14:30:00.000Z',
        },
      ],
      ...unused,
    });
  });

  it('refuses a moment in the future, and a blank body', async () => {
    const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();
    const open = (fields: { createdAt?: string; body?: string }) =>
      internal.tickets.create.mutate({ subject: 'a', body: 'x', main: 'x', ...fields });
    await expect(open({ createdAt: inMinutes(5.1) })).rejects.toMatchObject({
      data: { errorCode: 'invalid-request' },
    });
    expect(await open({ createdAt: inMinutes(5) })).toMatchObject({ id: expect.any(Number) });
    for (const body of ['', ' \n\t']) {
      await expect(open({ body })).rejects.toThrow('body: must not be blank');
    }
  });
});
