import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { mergeTwice } from './merge-twice.ts';

const app = await startApp();
afterAll(() => app.close());
const agent = await app.trpc({ role: 'agent' });

const aTicket = async () =>
  (await agent.tickets.create.mutate({ subject: 'Pauta', body: 'Olá', main: 'Entrega' })).id;

describe('a merged ticket', () => {
  it('refuses every change', async () => {
    const [id, intoId] = [await aTicket(), await aTicket()];
    const tag = await agent.tags.create.mutate({ name: 'unida', color: '#112233' });
    await mergeTwice(agent, { fromId: id, intoId });
    const changes = [
      () => agent.tickets.edit.mutate({ id, subject: 'Outro' }),
      () => agent.tickets.addNote.mutate({ id, body: 'nota' }),
      () => agent.tickets.addTag.mutate({ id, tagId: tag.id }),
      () => agent.tickets.removeTag.mutate({ id, tagId: tag.id }),
      () => agent.tickets.setStatus.mutate({ id, status: 'open' }),
      () => agent.tickets.addMessage.mutate({ id, author: 'Bia', origin: 'agent', body: 'Olá' }),
      () => agent.tickets.reply.mutate({ id, html: '<p>Olá</p>' }),
      () => agent.tickets.merge.mutate({ fromId: id, intoId }),
    ];
    for (const change of changes) {
      await expect(change()).rejects.toMatchObject({ data: { errorCode: 'ticket-merged' } });
    }
    const bulk = { ids: [id], setStatus: 'open' as const, addTagId: tag.id };
    expect((await agent.tickets.bulk.mutate(bulk)).outcomes).toEqual([
      { id, ok: false, reason: 'ticket-merged' },
    ]);
    expect(await agent.tickets.get.query({ id })).toMatchObject({
      subject: 'Pauta',
      status: 'closed',
      notes: [],
      tags: [],
      messages: [],
    });
  });
});
