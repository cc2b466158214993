import { describe, expect } from 'vitest';
import { personOf, serviceTest } from '../fixture.ts';
import { mailEnv } from '../inbound/mail-people.ts';

const it = serviceTest({ ...mailEnv, MAIL: 'on' });

const refused = (errorCode: string) => ({ data: { errorCode } });
const resolve = { type: 'status', status: 'resolved' } as const;
const sorry = { type: 'reply', html: 'Oi, {{primeiro_nome}}!', sendEmail: true } as const;
const ofMaria = {
  subject: 'Dúvida',
  body: 'Oi',
  main: 'Geral',
  requesterEmail: 'maria@exemplo.com.br',
  requesterName: 'Maria Souza',
};

describe('macros.run', () => {
  it('makes all of its changes on a ticket, and names the macro in the history', async ({
    agent: { trpc, email },
    ticket: { id },
  }) => {
    const tag = await trpc.tags.create.mutate({ name: crypto.randomUUID(), color: '#000000' });
    const macro = await trpc.macros.save.mutate({
      name: 'Triagem',
      actions: [
        { type: 'addTag', tagId: tag.id },
        { type: 'assign', agentEmail: 'me' },
        { type: 'note', body: 'Triado' },
        resolve,
      ],
    });
    const { outcomes } = ranOn(await trpc.macros.run.mutate({ id: macro.id, ids: [id, 999_999] }));
    expect(outcomes).toEqual([
      { ticketId: id, ok: true },
      { ticketId: 999_999, ok: false, reason: 'ticket-not-found' },
    ]);
    expect(await trpc.tickets.get.query({ id })).toMatchObject({
      status: 'resolved',
      assigneeEmail: email,
      tags: [{ id: tag.id }],
      notes: [{ body: 'Triado' }],
    });
    const { items } = await trpc.tickets.history.query({ id });
    expect(items[0]).toMatchObject({
      action: 'macros.run',
      changes: expect.arrayContaining([{ field: 'macro', after: 'Triagem' }]),
    });
  });

  it('puts a ticket off to an hour of a day in São Paulo', async ({ agent, ticket, clock }) => {
    clock.set('2026-03-10T12:00:00Z');
    const { trpc } = agent;
    const snooze = { type: 'snooze', until: { days: 2, hour: 9 } } as const;
    const { id } = await trpc.macros.save.mutate({ name: 'Depois', actions: [snooze] });
    await trpc.macros.run.mutate({ id, ids: [ticket.id] });
    expect(await trpc.tickets.get.query({ id: ticket.id })).toMatchObject({
      snoozedUntil: '2026-03-12T12:00:00.000Z',
    });
  });

  it('only counts the tickets of a macro with a reply until their number is repeated', async ({
    agent: { trpc },
    ticket,
  }) => {
    const { id } = await trpc.macros.save.mutate({ name: 'Oi', actions: [sorry, resolve] });
    const ids = [(await trpc.tickets.create.mutate(ofMaria)).id, ticket.id];
    const run = { id, ids };
    expect(await trpc.macros.run.mutate(run)).toEqual({ dryRun: true, total: 2 });
    await expect(trpc.macros.run.mutate({ ...run, expected: 3 })).rejects.toMatchObject(
      refused('bulk-outdated'),
    );
    const { outcomes } = ranOn(await trpc.macros.run.mutate({ ...run, expected: 2 }));
    expect(outcomes).toEqual([
      { ticketId: ids[0], ok: true },
      { ticketId: ids[1], ok: false, reason: 'reply-variables-missing' },
    ]);
    expect(await trpc.tickets.get.query({ id: ids[0] ?? 0 })).toMatchObject({
      status: 'resolved',
      messages: [{}, { body: '<p>Oi, Maria!</p>', mail: 'waiting', automatic: false }],
    });
    // All of it, or nothing.
    expect(await trpc.tickets.get.query({ id: ticket.id })).toMatchObject({ status: 'open' });
    const tooMany = Array.from({ length: 101 }, (_, index) => index + 1);
    await expect(trpc.macros.run.mutate({ id, ids: tooMany })).rejects.toMatchObject(
      refused('invalid-request'),
    );
  });

  it('leaves tickets with a newer message than the caller has seen', async ({
    agent: { trpc },
  }) => {
    const { id, messageId } = await trpc.tickets.create.mutate(ofMaria);
    const macro = await trpc.macros.save.mutate({ name: 'Fim', actions: [resolve] });
    const said = { id, author: 'Maria', origin: 'requester', body: 'E mais' } as const;
    await trpc.tickets.addMessage.mutate(said);
    const run = { id: macro.id, ids: [id], lastSeenMessageId: messageId };
    expect(ranOn(await trpc.macros.run.mutate(run)).outcomes).toEqual([
      { ticketId: id, ok: false, reason: 'newer-message' },
    ]);
  });
});

describe('macros.save and delete', () => {
  it('keeps a private macro to its owner, and changes of a shared one to owner and administrators', async ({
    app,
    agent: { trpc },
    admin,
  }) => {
    const other = await personOf(app, { role: 'agent' });
    const macro = { name: 'Minha', actions: [resolve] };
    const { id } = await trpc.macros.save.mutate(macro);
    const listed = async () => (await other.trpc.macros.list.query()).items.map((row) => row.id);
    expect(await listed()).not.toContain(id);
    await expect(other.trpc.macros.run.mutate({ id, ids: [1] })).rejects.toMatchObject(
      refused('macro-not-found'),
    );
    await trpc.macros.save.mutate({ ...macro, id, shared: true });
    expect(await listed()).toContain(id);
    await expect(other.trpc.macros.delete.mutate({ id })).rejects.toMatchObject(
      refused('forbidden'),
    );
    await admin.trpc.macros.delete.mutate({ id });
    expect(await listed()).not.toContain(id);
  });

  it('leaves a macro that a rule uses to administrators, and fit for rules', async ({
    agent: { trpc },
    admin,
  }) => {
    const macro = { name: 'Da regra', shared: true, actions: [resolve] };
    const { id } = await trpc.macros.save.mutate(macro);
    const rule = { name: 'Nunca', on: 'ticket', when: { subject: crypto.randomUUID() } } as const;
    await admin.trpc.rules.save.mutate({ ...rule, macroId: id });
    await expect(trpc.macros.save.mutate({ ...macro, id })).rejects.toMatchObject(
      refused('forbidden'),
    );
    await admin.trpc.macros.save.mutate({ ...macro, id, name: 'Outro nome' });
    const mine = { type: 'assign', agentEmail: 'me' } as const;
    for (const unfit of [
      { ...macro, id, shared: false },
      { ...macro, id, actions: [mine] },
    ]) {
      await expect(admin.trpc.macros.save.mutate(unfit)).rejects.toMatchObject(
        refused('macro-in-use'),
      );
    }
    await expect(admin.trpc.macros.delete.mutate({ id })).rejects.toMatchObject(
      refused('macro-in-use'),
    );
  });

  it('refuses unknown variables and tags, a reply that grows too long, and a kind of change twice', async ({
    agent: { trpc },
  }) => {
    for (const [errorCode, actions] of [
      ['invalid-request', [{ ...sorry, html: 'Oi, {{apelido}}' }]],
      ['invalid-request', [{ ...sorry, html: `<p>${'&'.repeat(40_000)}</p>` }]],
      ['invalid-request', [resolve, resolve]],
      ['tag-not-found', [{ type: 'addTag' as const, tagId: 999_999 }]],
    ] as const) {
      await expect(
        trpc.macros.save.mutate({ name: 'Não', actions: [...actions] }),
      ).rejects.toMatchObject(refused(errorCode));
    }
  });
});

const ranOn = <Run extends { dryRun: boolean }>(run: Run) => {
  if (run.dryRun) throw new Error('the macro did not run');
  return run as Extract<Run, { dryRun: false }>;
};
