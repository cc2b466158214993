import { describe, expect } from 'vitest';
import { personOf, serviceTest } from '../fixture.ts';
import { mailEnv } from '../inbound/mail-people.ts';
import { ageMails } from '../support/age.ts';

const it = serviceTest({ ...mailEnv, MAIL: 'on' });

const refused = (errorCode: string) => ({ data: { errorCode } });

describe('tickets.undoChange', () => {
  it('takes back status, assignee, tags and snooze as each ticket had them', async ({
    agent: { trpc, email },
    clock,
  }) => {
    clock.set('2026-03-10T12:00:00Z');
    const open = () => trpc.tickets.create.mutate({ subject: 'Oi', body: 'Oi', main: 'Geral' });
    const aTag = () => trpc.tags.create.mutate({ name: crypto.randomUUID(), color: '#000000' });
    const [{ id: one }, { id: two }, added, removed] = [
      await open(),
      await open(),
      await aTag(),
      await aTag(),
    ];
    const until = '2026-03-11T12:00:00.000Z';
    await trpc.tickets.addTag.mutate({ id: one, tagId: removed.id });
    await trpc.tickets.assign.mutate({ ids: [one], agentEmail: email });
    await trpc.tickets.snooze.mutate({ ids: [one], until });
    await trpc.tickets.setStatus.mutate({ id: two, status: 'in_progress' });
    const ids = [one, two];
    const { changeId = '' } = await trpc.tickets.bulk.mutate({
      ids,
      setStatus: 'resolved',
      assignTo: 'caio@leitor.example',
      addTagId: added.id,
      removeTagId: removed.id,
    });
    expect(await trpc.tickets.undoChange.mutate({ changeId })).toEqual({
      outcomes: ids.map((ticketId) => ({ ticketId, ok: true })),
    });
    expect(await trpc.tickets.get.query({ id: one })).toMatchObject({
      status: 'open',
      assigneeEmail: email,
      snoozedUntil: until,
      tags: [{ id: removed.id }],
    });
    expect(await trpc.tickets.get.query({ id: two })).toMatchObject({
      status: 'in_progress',
      assigneeEmail: null,
      tags: [],
    });
  });

  it('puts a settled ticket off again as it was', async ({
    agent: { trpc },
    ticket: { id },
    clock,
  }) => {
    clock.set('2026-03-10T12:00:00Z');
    const snoozedUntil = '2026-03-11T12:00:00.000Z';
    await trpc.tickets.setStatus.mutate({ id, status: 'resolved' });
    await trpc.tickets.snooze.mutate({ ids: [id], until: snoozedUntil });
    const back = await trpc.macros.save.mutate({
      name: 'De volta',
      actions: [
        { type: 'status', status: 'open' },
        { type: 'snooze', until: null },
      ],
    });
    const ran = await trpc.macros.run.mutate({ id: back.id, ids: [id] });
    await trpc.tickets.undoChange.mutate({ changeId: ran.dryRun ? '' : ran.changeId });
    expect(await trpc.tickets.get.query({ id })).toMatchObject({
      status: 'resolved',
      snoozedUntil,
    });
  });

  it('removes the message of a mail that has not left, and says so of one that has', async ({
    agent: { trpc },
    db,
  }) => {
    const macro = await trpc.macros.save.mutate({
      name: 'Responder',
      actions: [
        { type: 'reply', html: 'Vamos ver.', sendEmail: true },
        { type: 'status', status: 'resolved' },
      ],
    });
    const run = async () => {
      const opened = { subject: 'Oi', body: 'Oi', main: 'Geral', requesterEmail: 'ana@x.com.br' };
      const { id } = await trpc.tickets.create.mutate(opened);
      const ran = await trpc.macros.run.mutate({ id: macro.id, ids: [id], expected: 1 });
      return { id, changeId: ran.dryRun ? '' : ran.changeId };
    };
    const waiting = await run();
    await trpc.tickets.undoChange.mutate({ changeId: waiting.changeId });
    const taken = await trpc.tickets.get.query({ id: waiting.id });
    expect(taken).toMatchObject({ status: 'open' });
    expect(taken.messages).toHaveLength(1);

    const left = await run();
    await ageMails(db, 1);
    expect(await trpc.tickets.undoChange.mutate({ changeId: left.changeId })).toEqual({
      outcomes: [{ ticketId: left.id, ok: true, reason: 'mail-already-sent' }],
    });
    const kept = await trpc.tickets.get.query({ id: left.id });
    expect(kept).toMatchObject({ status: 'open' });
    expect(kept.messages).toHaveLength(2);
  });

  it('names the tickets that somebody has changed since', async ({ agent: { trpc }, ticket }) => {
    const { id } = await trpc.tickets.create.mutate({ subject: 'Oi', body: 'Oi', main: 'Geral' });
    const ids = [id, ticket.id].sort((one, other) => one - other);
    const { changeId = '' } = await trpc.tickets.bulk.mutate({ ids, setStatus: 'closed' });
    await trpc.tickets.addNote.mutate({ id, body: 'Nota' });
    const changed = { ticketId: id, ok: false, reason: 'ticket-changed' };
    const undo = async () => (await trpc.tickets.undoChange.mutate({ changeId })).outcomes;
    expect(await undo()).toEqual(
      ids.map((ticketId) => (ticketId === id ? changed : { ticketId, ok: true })),
    );
    expect(await trpc.tickets.get.query({ id })).toMatchObject({ status: 'closed' });
    // Undone once.
    expect((await undo()).map(({ ok }) => ok)).toEqual([false, false]);
  });

  it('is for who made the change, within ten minutes', async ({
    app,
    agent: { trpc },
    ticket,
    clock,
  }) => {
    clock.set('2026-03-10T12:00:00Z');
    const { changeId = '' } = await trpc.tickets.bulk.mutate({
      ids: [ticket.id],
      setStatus: 'closed',
    });
    const other = await personOf(app, { role: 'agent' });
    await expect(other.trpc.tickets.undoChange.mutate({ changeId })).rejects.toMatchObject(
      refused('forbidden'),
    );
    clock.pass(10 * 60_000 + 1);
    await expect(trpc.tickets.undoChange.mutate({ changeId })).rejects.toMatchObject(
      refused('change-not-undoable'),
    );
    await expect(
      trpc.tickets.undoChange.mutate({ changeId: crypto.randomUUID() }),
    ).rejects.toMatchObject(refused('change-not-found'));
  });
});
