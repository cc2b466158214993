import { describe, expect } from 'vitest';
import type { TicketUpdate } from '../../server/webhooks/events.ts';
import { serviceTest, type TestPerson } from '../fixture.ts';
import { mailEnv } from '../inbound/mail-people.ts';

const it = serviceTest(mailEnv);

const events = ['ticket.updated', 'ticket.merged', 'ticket.replied'] as const;

/** The events about a ticket since the call, as its webhook gets them. */
const listen = async ({ trpc }: TestPerson, ticketId: number) => {
  const url = 'https://eventos.example/';
  const { id } = await trpc.webhooks.create.mutate({ url, events: [...events] });
  return async () => {
    const { items } = await trpc.webhooks.deliveries.query({ id, limit: 100 });
    await trpc.webhooks.delete.mutate({ id });
    return items
      .toReversed()
      .map(({ payload }) => payload)
      .filter(({ data }) => Object.values(data).includes(ticketId))
      .map(({ type, data }) => ({ type, ...data }));
  };
};

const updated = (ticketId: number, changes: object) => ({
  type: 'ticket.updated',
  ticketId,
  changes,
});
const status = (from: string, to: string): Pick<TicketUpdate, 'status'> =>
  ({ status: { from, to } }) as Pick<TicketUpdate, 'status'>;

const aTag = async ({ trpc }: TestPerson) => {
  const name = `Tag ${crypto.randomUUID()}`;
  return { name, tagId: (await trpc.tags.create.mutate({ name, color: '#112233' })).id };
};

describe('ticket.updated', () => {
  it('has one event an act, with what changed on that ticket', async ({ admin, agent, ticket }) => {
    const { id } = ticket;
    const { trpc, email } = agent;
    const { name, tagId } = await aTag(agent);
    const heard = await listen(admin, id);
    await trpc.tickets.setStatus.mutate({ id, status: 'resolved' });
    await trpc.tickets.setStatus.mutate({ id, status: 'resolved' });
    await trpc.tickets.assign.mutate({ ids: [id], agentEmail: email });
    await trpc.tickets.addTag.mutate({ id, tagId });
    await trpc.tickets.addTag.mutate({ id, tagId });
    await trpc.tickets.removeTag.mutate({ id, tagId });
    await trpc.tickets.bulk.mutate({ ids: [id], setStatus: 'closed', assignTo: null });
    expect(await heard()).toEqual([
      updated(id, status('open', 'resolved')),
      updated(id, { assignee: { from: null, to: email } }),
      updated(id, { tags: { added: [name], removed: [] } }),
      updated(id, { tags: { added: [], removed: [name] } }),
      updated(id, { ...status('resolved', 'closed'), assignee: { from: email, to: null } }),
    ]);
  });

  it('follows a macro and its undo', async ({ admin, agent, ticket: { id } }) => {
    const { trpc } = agent;
    const { name, tagId } = await aTag(agent);
    const macro = await trpc.macros.save.mutate({
      name: 'Resolve',
      shared: false,
      actions: [
        { type: 'addTag', tagId },
        { type: 'status', status: 'resolved' },
        { type: 'note', body: 'Feito.' },
      ],
    });
    const heard = await listen(admin, id);
    const run = await trpc.macros.run.mutate({ id: macro.id, ids: [id] });
    if (run.dryRun) throw new Error('only counted');
    await trpc.tickets.undoChange.mutate({ changeId: run.changeId });
    expect(await heard()).toEqual([
      updated(id, { ...status('open', 'resolved'), tags: { added: [name], removed: [] } }),
      updated(id, { ...status('resolved', 'open'), tags: { added: [], removed: [name] } }),
    ]);
  });

  it('follows a rule', async ({ app, admin }) => {
    const subject = crypto.randomUUID();
    const actions = [{ type: 'status', status: 'in_progress' } as const];
    const macro = await admin.trpc.macros.save.mutate({ name: 'Regra', shared: true, actions });
    await admin.trpc.rules.save.mutate({
      name: 'Regra',
      on: 'ticket',
      when: { subject },
      macroId: macro.id,
    });
    const { id } = await admin.trpc.tickets.create.mutate({ subject, body: 'Oi', main: 'Geral' });
    const heard = await listen(admin, id);
    await app.service.jobs.run('run-rules');
    expect(await heard()).toEqual([updated(id, status('open', 'in_progress'))]);
  });

  it('follows a reply that resolves, its undo and a reader who writes again', async ({
    admin,
    agent: { trpc },
  }) => {
    const { id } = await trpc.tickets.create.mutate({
      subject: 'Oi',
      body: 'Oi',
      main: 'Geral',
      requesterEmail: 'ana@exemplo.com.br',
    });
    const heard = await listen(admin, id);
    const reply = { id, html: '<p>Olá!</p>', sendEmail: true, undoSeconds: 30, resolve: true };
    const { mailId } = await trpc.tickets.reply.mutate(reply);
    await trpc.outbox.undo.mutate({ id: mailId ?? 0 });
    await trpc.tickets.setStatus.mutate({ id, status: 'resolved' });
    await trpc.tickets.addMessage.mutate({ id, author: 'Ana', origin: 'requester', body: 'E?' });
    const all = await heard();
    expect(all.filter(({ type }) => type === 'ticket.updated')).toEqual([
      updated(id, status('open', 'resolved')),
      updated(id, status('resolved', 'open')),
      updated(id, status('open', 'resolved')),
      updated(id, status('resolved', 'open')),
    ]);
  });

  it('is stored in the transaction of its change', async ({ admin, agent, ticket: { id } }) => {
    const heard = await listen(admin, id);
    const refused = agent.trpc.tickets.addTag.mutate({ id, tagId: 999_999 });
    await expect(refused).rejects.toThrow('tag-not-found');
    expect(await heard()).toEqual([]);
  });
});

describe('ticket.merged', () => {
  it('names both tickets, once', async ({ admin, agent, ticket }) => {
    const { trpc } = agent;
    const { tagId } = await aTag(agent);
    const into = await trpc.tickets.create.mutate({ subject: 'Oi', body: 'Oi', main: 'Geral' });
    await trpc.tickets.addTag.mutate({ id: ticket.id, tagId });
    const heard = await listen(admin, ticket.id);
    const ids = { fromId: ticket.id, intoId: into.id };
    const { total } = await trpc.tickets.merge.mutate(ids);
    await trpc.tickets.merge.mutate({ ...ids, expected: total });
    expect(await heard()).toEqual([{ type: 'ticket.merged', ...ids }]);
  });
});

describe('the e-mail of an assignee in an event', () => {
  it('is found, exported and erased with the person', async ({
    admin,
    agent: { trpc },
    ticket,
  }) => {
    const email = `${crypto.randomUUID()}@exemplo.com.br`;
    const heard = await listen(admin, ticket.id);
    const assign = { ids: [ticket.id] };
    await trpc.tickets.assign.mutate({ ...assign, agentEmail: email });
    await trpc.tickets.assign.mutate({ ...assign, agentEmail: null });
    const found = await admin.trpc.people.find.query({ email });
    expect(found.records).toContainEqual({ kind: 'assignment-events', count: 2 });
    const { total } = await admin.trpc.people.erase.mutate({ email });
    await admin.trpc.people.erase.mutate({ email, dryRun: false, expected: total });
    expect(await heard()).toEqual([]);
  });
});
