import { afterAll, describe, expect, it } from 'vitest';
import { openTicket, textFile } from '../attachments/attachment-helpers.ts';
import { startApp } from '../harness.ts';
import { queueOnTicket } from '../support/locks.ts';
import { mergeTwice } from './merge-twice.ts';

const app = await startApp();
afterAll(() => app.close());
const agent = await app.trpc({ role: 'agent' });
const admin = await app.trpc();

const aTicket = async () =>
  (await agent.tickets.create.mutate({ subject: 'Pauta', body: 'Olá', main: 'Entrega' })).id;
const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error) => error.data.errorCode,
  );

describe('concurrent changes of a ticket', () => {
  it('merges one of two tickets that are merged into each other at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await aTicket(), await aTicket()];
      const merge = async (fromId: number, intoId: number): Promise<string> => {
        const result = await outcome(mergeTwice(agent, { fromId, intoId }));
        return result === 'merge-outdated' ? merge(fromId, intoId) : result;
      };
      const write = (id: number) =>
        outcome(
          agent.tickets.addMessage.mutate({ id, author: 'Ana', origin: 'agent', body: 'Oi' }),
        );
      const [there, back, ...written] = await Promise.all([
        merge(one, other),
        merge(other, one),
        write(one),
        write(other),
      ]);
      expect([there, back].sort()).toEqual(['done', 'ticket-merged']);
      const [left, merged] = there === 'done' ? [one, other] : [other, one];
      const saved = written.filter((result) => result === 'done').length;
      expect((await agent.tickets.get.query({ id: left })).messages).toEqual([]);
      expect((await agent.tickets.get.query({ id: merged })).messages).toHaveLength(2 + saved);
    }
  });

  it('moves a file that arrives during a merge', async () => {
    const { id, email, messageId, requester } = await openTicket(app);
    const { id: intoId } = await openTicket(app);
    const ids = { fromId: id, intoId, differentRequesters: true };
    const body = { arquivo: textFile(), mensagemId: messageId };
    const { total: moving } = await agent.tickets.merge.mutate(ids);
    const calls = [
      () => outcome(agent.tickets.merge.mutate({ ...ids, expected: moving })),
      async () => (await requester.uploadAttachments({ params: { id }, body })).status,
    ];
    const { db } = app.service.contextFor('test');
    expect(await queueOnTicket<string | number>(db, id, calls)).toEqual(['done', 201]);
    const filesOf = async (ticketId: number) =>
      (await admin.attachments.list.query({ ticketId })).items.map((file) => file.messageId);
    expect([await filesOf(id), await filesOf(intoId)]).toEqual([[], [messageId]]);

    await db.updateTable('attachments').set({ uploader_email: null, message_id: null }).execute();
    const { total } = await admin.people.erase.mutate({ email });
    await admin.people.erase.mutate({ email, dryRun: false, expected: total });
    expect(await filesOf(intoId)).toEqual([]);
  });
});
