import { describe, expect } from 'vitest';
import { procedures } from '../../server/internal-contract.ts';
import { jsonSchemaOf } from '../../server/trpc/json-schema.ts';
import { serviceTest } from '../fixture.ts';

const it = serviceTest();

describe.each(procedures.filter(({ effect }) => effect === 'destroy'))('$path', ({ input }) => {
  it('takes a dry run', () => {
    expect(input && jsonSchemaOf(input)).toMatchObject({ properties: { dryRun: {} } });
  });
});

describe('a dry run', () => {
  it('shows what would be destroyed, and keeps it and the trail', async ({ admin }) => {
    const name = `Provisória ${crypto.randomUUID()}`;
    const { id } = await admin.trpc.tags.create.mutate({ name, color: '#000000' });
    const target = `tag:${id}`;
    const shown = await admin.trpc.tags.delete.mutate({ id, dryRun: true });
    expect(shown).toEqual({
      dryRun: true,
      acts: [{ action: 'tags.delete', target, changes: [{ field: 'name', before: name }] }],
    });
    const { items } = await admin.trpc.audit.list.query({ target, action: 'tags.delete' });
    expect(items).toEqual([]);
    expect(await admin.trpc.tags.delete.mutate({ id })).toEqual({ dryRun: false });
  });

  it('is refused as the deletion would be', async ({ agent, ticket }) => {
    const color = '#000000';
    const tag = await agent.trpc.tags.create.mutate({ name: crypto.randomUUID(), color });
    await agent.trpc.tickets.addTag.mutate({ id: ticket.id, tagId: tag.id });
    await expect(agent.trpc.tags.delete.mutate({ id: tag.id, dryRun: true })).rejects.toMatchObject(
      { data: { errorCode: 'tag-in-use' } },
    );
  });

  it('of a file keeps the file', async ({ agent, ticket }) => {
    const arquivo = new File(['recibo'], 'recibo.txt', { type: 'text/plain' });
    const uploaded = await agent.api.uploadAttachments({
      params: { id: ticket.id },
      body: { arquivo },
    });
    expect(uploaded.status).toBe(201);
    const { items } = await agent.trpc.attachments.list.query({ ticketId: ticket.id });
    const id = items[0]?.id ?? 0;
    await agent.trpc.attachments.delete.mutate({ id, dryRun: true });
    const file = await agent.api.downloadAttachment({ params: { attachmentId: id } });
    expect(file.status).toBe(200);
  });

  it('returns what the verb would leave', async ({ admin }) => {
    const email = `${crypto.randomUUID()}@exemplo.com.br`;
    const day = '2026-03-10';
    const reason = 'teste';
    await admin.trpc.streaks.recordReading.mutate({ email, at: day });
    const removal = { email, day, reason };
    const dry = await admin.trpc.streaks.removeDay.mutate({ ...removal, dryRun: true });
    expect(dry).toEqual(await admin.trpc.streaks.removeDay.mutate(removal));
  });
});
