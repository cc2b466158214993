import { sql } from 'kysely';
import { expect } from 'vitest';
import { runDueRules } from '../../server/rules/run-rules.ts';
import { personOf, serviceTest } from '../fixture.ts';
import { queueOnTicket, untilBlocked } from '../support/locks.ts';

const it = serviceTest();

it('runs two macros on a ticket one after the other, each with all of its changes', async ({
  agent: { trpc },
  ticket: { id },
  db,
}) => {
  const save = (note: string, status: 'resolved' | 'in_progress') =>
    trpc.macros.save.mutate({
      name: note,
      actions: [
        { type: 'status', status },
        { type: 'note', body: note },
      ],
    });
  const macros = [await save('Primeira', 'resolved'), await save('Segunda', 'in_progress')];
  await queueOnTicket(
    db,
    id,
    macros.map((macro) => () => trpc.macros.run.mutate({ id: macro.id, ids: [id] })),
  );
  const { status, notes } = await trpc.tickets.get.query({ id });
  expect([status, notes.map(({ body }) => body)]).toEqual(['in_progress', ['Primeira', 'Segunda']]);
});

it('does not take back a change that another one has overtaken', async ({
  app,
  agent: { trpc },
  ticket: { id },
  db,
}) => {
  const other = await personOf(app, { role: 'agent' });
  const { changeId = '' } = await trpc.tickets.bulk.mutate({ ids: [id], setStatus: 'closed' });
  await queueOnTicket<unknown>(db, id, [
    () => other.trpc.tickets.setStatus.mutate({ id, status: 'resolved' }),
    () => trpc.tickets.undoChange.mutate({ changeId }),
  ]);
  expect(await trpc.tickets.get.query({ id })).toMatchObject({ status: 'resolved' });
});

it('refuses a tag that is deleted while it is added', async ({ agent: { trpc }, ticket, db }) => {
  const tag = await trpc.tags.create.mutate({ name: crypto.randomUUID(), color: '#000000' });
  const adding = await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('tags').where('id', '=', tag.id).execute();
    const change = { ids: [ticket.id], addTagId: tag.id };
    const result = expect(trpc.tickets.bulk.mutate(change)).rejects.toMatchObject({
      data: { errorCode: 'tag-not-found' },
    });
    await untilBlocked(db, 1);
    return { result };
  });
  await adding.result;
});

it('leaves a ticket to the agent who was faster than a rule, and runs a rule once in two processes', async ({
  app,
  admin,
  agent,
  db,
}) => {
  const subject = crypto.randomUUID();
  const { id: macroId } = await admin.trpc.macros.save.mutate({
    name: subject,
    shared: true,
    actions: [{ type: 'note', body: 'Da regra' }],
  });
  await admin.trpc.rules.save.mutate({ name: subject, on: 'ticket', when: { subject }, macroId });
  const open = async () =>
    (await agent.trpc.tickets.create.mutate({ subject, body: 'Oi', main: 'Geral' })).id;
  const notesOf = async (id: number) => (await agent.trpc.tickets.get.query({ id })).notes.length;
  const handled = await open();
  await queueOnTicket<unknown>(db, handled, [
    () => agent.trpc.tickets.setStatus.mutate({ id: handled, status: 'in_progress' }),
    () => app.service.jobs.run('run-rules'),
  ]);
  expect(await notesOf(handled)).toBe(0);

  const waiting = await open();
  const expire = () =>
    db
      .updateTable('rule_runs')
      .set({ lease_until: new Date(0) })
      .where('status', '=', 'pending');
  const run = () => runDueRules(app.service.contextFor('test'), new AbortController().signal);
  await queueOnTicket(db, waiting, [
    run,
    async () => {
      await expire().execute();
      await run();
    },
  ]);
  expect(await notesOf(waiting)).toBe(1);
});

it('finishes a rule before it is deleted', async ({ app, admin, agent, db }) => {
  const subject = crypto.randomUUID();
  const { id: macroId } = await admin.trpc.macros.save.mutate({
    name: subject,
    shared: true,
    actions: [{ type: 'reply', html: 'Recebemos.' }],
  });
  const rule = { name: subject, on: 'ticket', when: { subject }, macroId } as const;
  const saved = await admin.trpc.rules.save.mutate(rule);
  const ticket = { subject, body: 'Oi', main: 'Geral' };
  const { id } = await agent.trpc.tickets.create.mutate(ticket);
  const started = await db.transaction().execute(async (tx) => {
    // A rule that replies waits for it once it is found.
    await sql`select pg_advisory_xact_lock(hashtext('rule_runs.replies'))`.execute(tx);
    const run = app.service.jobs.run('run-rules');
    await untilBlocked(db, 1);
    const deleted = admin.trpc.rules.delete.mutate(saved);
    await untilBlocked(db, 2);
    return [run, deleted];
  });
  await Promise.all(started);
  expect((await agent.trpc.tickets.get.query({ id })).messages).toHaveLength(2);
});
