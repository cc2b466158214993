import { afterAll, describe, expect, it, vi } from 'vitest';
import { fieldChanges, recordAct, recordRefusal } from '../../server/audit/service.ts';
import { inTransaction } from '../../server/core/context.ts';
import { stubDatabase } from '../db/stub-database.ts';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const admin = await app.trpc({ role: 'admin' });
const email = 'agente.auditada@exemplo.com.br';
const agent = await app.trpc({ role: 'agent', email });

const aTag = () =>
  agent.tags.create.mutate({ name: `Tag ${crypto.randomUUID()}`, color: '#1D4ED8' });

describe('the audit trail', () => {
  it('says who changed what, from what to what, and how', async () => {
    const tag = await aTag();
    await agent.tags.update.mutate({ id: tag.id, color: '#000000' });
    const { items } = await admin.audit.list.query({ target: `tag:${tag.id}` });
    expect(items).toEqual([
      {
        id: expect.any(Number),
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        actor: expect.any(String),
        actorEmail: email,
        role: 'agent',
        actingFor: null,
        channel: 'trpc',
        client: null,
        action: 'tags.update',
        target: `tag:${tag.id}`,
        outcome: 'done',
        requestId: expect.any(String),
        changes: [{ field: 'color', before: '#1D4ED8', after: '#000000' }],
      },
      expect.objectContaining({
        action: 'tags.create',
        changes: expect.arrayContaining([{ field: 'color', after: '#1D4ED8' }]),
      }),
    ]);
  });

  it('knows a person by subject and by e-mail', async () => {
    const person = { email: 'duas@exemplo.com.br', subject: `pessoa-${crypto.randomUUID()}` };
    const two = await app.trpc({ role: 'agent', ...person });
    const { id } = await two.tags.create.mutate({
      name: person.subject.slice(0, 40),
      color: '#1D4ED8',
    });
    const expected = [{ target: `tag:${id}` }];
    expect((await admin.audit.list.query({ actor: person.subject })).items).toMatchObject(expected);
    expect((await admin.audit.list.query({ actor: person.email })).items).toMatchObject(expected);
  });

  it('narrows by who, what and on what together, on every page', async () => {
    const busy = await app.trpc({ role: 'agent', email: 'filtrada@exemplo.com.br' });
    const [first, second] = [await aTag(), await aTag()];
    for (const color of ['#000001', '#000002'])
      for (const { id } of [first, second]) await busy.tags.update.mutate({ id, color });
    await agent.tags.update.mutate({ id: first.id, color: '#000003' });
    const filter = {
      actor: 'filtrada@exemplo.com.br',
      action: 'tags.update',
      target: `tag:${first.id}`,
      limit: 1,
    };
    const page = await admin.audit.list.query(filter);
    const rest = await admin.audit.list.query({ ...filter, cursor: page.nextCursor ?? '' });
    const colors = [...page.items, ...rest.items].map(({ changes }) => changes[0]?.after);
    expect(colors).toEqual(['#000002', '#000001']);
    expect(rest.nextCursor).toBeNull();
  });

  it('names a job as its own actor, and who ran it by hand with the outcome', async () => {
    const email = 'operadora@exemplo.com.br';
    const operator = await app.trpc({ role: 'admin', email });
    await operator.jobs.run.mutate({ name: 'idempotency-cleanup' });
    // No newsletter is configured.
    await operator.jobs.run.mutate({ name: 'daily-quiz' });
    expect((await admin.audit.list.query({ actor: email })).items).toMatchObject([
      { target: 'job:daily-quiz', changes: [{ field: 'outcome', after: 'failed' }] },
      {
        action: 'jobs.run',
        target: 'job:idempotency-cleanup',
        role: 'admin',
        changes: [{ field: 'outcome', after: 'succeeded' }],
      },
    ]);
    const ctx = app.service.contextFor('job:retention');
    await inTransaction(ctx, (tx) =>
      recordAct(tx, { action: 'people.retain', target: 'retention:x' }),
    );
    expect((await admin.audit.list.query({ target: 'retention:x' })).items).toMatchObject([
      { actor: 'job:retention', role: 'service', channel: 'job', requestId: null },
    ]);
  });

  it('names the fields that were given and differ, without the values of personal ones', () => {
    const before: Record<string, unknown> = { name: 'Ana', color: null, order: 1, kept: 'a' };
    const after = { name: 'Bia', color: '#000000', order: 1, kept: undefined };
    expect(fieldChanges(before, after, { references: ['name'] })).toEqual([
      { field: 'name' },
      { field: 'color', before: null, after: '#000000' },
    ]);
    expect(fieldChanges(undefined, { order: 0, color: null })).toEqual([
      { field: 'order', after: 0 },
      { field: 'color', after: null },
    ]);
  });

  it('records nothing when nothing changed', async () => {
    const tag = await aTag();
    await expect(
      agent.tags.create.mutate({ name: tag.name, color: '#1D4ED8' }),
    ).rejects.toMatchObject({ data: { errorCode: 'tag-name-taken' } });
    const { items } = await admin.audit.list.query({ actor: email, limit: 1 });
    expect(items).toMatchObject([{ target: `tag:${tag.id}` }]);
  });

  it('records a refused attempt at a privileged act', async () => {
    const curious = `${crypto.randomUUID()}@exemplo.com.br`;
    const other = await app.trpc({ role: 'agent', email: curious });
    await expect(other.jobs.run.mutate({ name: 'daily-quiz' })).rejects.toThrow('forbidden');
    const { items } = await admin.audit.list.query({ actor: curious });
    expect(items).toMatchObject([
      {
        action: 'jobs.run',
        target: 'jobs.run',
        outcome: 'refused',
        changes: [],
      },
    ]);
  });

  it('records the same refusal once a minute', async () => {
    const subject = crypto.randomUUID();
    const ctx = {
      ...app.service.contextFor('test'),
      actor: { kind: 'person', subject, role: 'agent' } as const,
    };
    const recorded = async () => (await admin.audit.list.query({ actor: subject })).items.length;
    const started = performance.now();
    const clock = vi.spyOn(performance, 'now');
    try {
      for (const [ms, rows] of [
        [0, 1],
        [59_000, 1],
        [61_000, 2],
      ] as const) {
        clock.mockReturnValue(started + ms);
        await recordRefusal(ctx, { action: 'jobs.run', target: 'jobs.run' });
        expect(await recorded()).toBe(rows);
      }
    } finally {
      clock.mockRestore();
    }
  });

  it('fails nothing if it cannot record a refusal, which is logged', async () => {
    const db = stubDatabase(() => Promise.reject(new Error('away')));
    const ctx = { ...app.service.contextFor(crypto.randomUUID()), db };
    await recordRefusal(ctx, { action: 'jobs.run', target: 'jobs.run' });
    const line = { level: 40, msg: 'could not record a refused act' };
    expect(app.logs).toContainEqual(expect.objectContaining(line));
  });

  it('lists the acts of a time, its end not included', async () => {
    const target = `report:${crypto.randomUUID()}`;
    for (const minute of [0, 1, 2]) {
      const now = () => new Date(Date.UTC(2026, 2, 10, 15, minute));
      const ctx = { ...app.service.contextFor('test'), now };
      await inTransaction(ctx, (tx) => recordAct(tx, { action: 'reports.rebuild', target }));
    }
    const time = { from: '2026-03-10T15:01:00.000Z', to: '2026-03-10T15:02:00.000Z' };
    const { items } = await admin.audit.list.query({ ...time, target });
    expect(items).toMatchObject([{ at: time.from }]);
  });
});
