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
    expect(await trpc.macros.run.mutate(run)).toMatchObject({ dryRun: true, total: 2 });
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
    const dry = await trpc.macros.run.mutate({ id: macro.id, ids: [id], dryRun: true });
    expect(dry).not.toMatchObject({ newestMessageId: messageId });
    const run = { id: macro.id, ids: [id], lastSeenMessageId: messageId };
    expect(ranOn(await trpc.macros.run.mutate(run)).outcomes).toEqual([
      { ticketId: id, ok: false, reason: 'newer-message' },
    ]);
  });
});

describe('a requestKey of macros.run', () => {
  it('mails once, however often the call is repeated, and one undo takes it back', async ({
    app,
    agent: { trpc },
  }) => {
    const macro = await trpc.macros.save.mutate({ name: 'Uma vez', actions: [sorry] });
    const ids = [
      await trpc.tickets.create.mutate(ofMaria),
      await trpc.tickets.create.mutate(ofMaria),
    ].map(({ id }) => id);
    const run = { id: macro.id, ids, expected: 2, requestKey: crypto.randomUUID() };
    const first = ranOn(await trpc.macros.run.mutate(run));
    expect(await trpc.macros.run.mutate(run)).toEqual(first);
    const messages = async () =>
      (await Promise.all(ids.map((id) => trpc.tickets.get.query({ id })))).map(
        (ticket) => ticket.messages.length,
      );
    expect(await messages()).toEqual([2, 2]);
    const other = await personOf(app, { role: 'agent' });
    const { id } = await other.trpc.macros.save.mutate({ name: 'Outra', actions: [resolve] });
    await expect(other.trpc.macros.run.mutate({ ...run, id })).rejects.toMatchObject(
      refused('idempotency-key-reused'),
    );
    await trpc.tickets.undoChange.mutate({ changeId: first.changeId });
    expect(await messages()).toEqual([1, 1]);
  });
});

describe('macros.save and delete', () => {
  it('refuses a second name of the same scope, whatever its capitals, and texts without end', async ({
    app,
    agent: { trpc },
  }) => {
    const other = await personOf(app, { role: 'agent' });
    const macro = { name: 'Férias', actions: [resolve] };
    const { id } = await trpc.macros.save.mutate(macro);
    const again = trpc.macros.save.mutate({ ...macro, name: 'FÉRIAS' });
    await expect(again).rejects.toMatchObject(refused('macro-name-taken'));
    await trpc.macros.save.mutate({ ...macro, id, name: 'FÉRIAS' });
    await other.trpc.macros.save.mutate({ ...macro, shared: true });
    const shared = trpc.macros.save.mutate({ ...macro, id, shared: true });
    await expect(shared).rejects.toMatchObject(refused('macro-name-taken'));
    const long = { type: 'note', body: 'a'.repeat(99_000) } as const;
    const save = (name: string) => other.trpc.macros.save.mutate({ name, actions: [long] });
    await save('Longa 1');
    await save('Longa 2');
    await expect(save('Longa 3')).rejects.toMatchObject(refused('too-many-macros'));
  });

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
