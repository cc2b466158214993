import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const admin = await app.trpc({ role: 'admin' });
const email = 'agente.auditada@exemplo.com.br';
const agent = await app.trpc({ role: 'agent', email });
const { db } = app.service.contextFor('test');

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

  it('gives the same act of the public API the same name', async () => {
    const client = await app.client({ role: 'agent', email });
    const { status, body, headers } = await client.createTag({
      body: { name: `Tag ${crypto.randomUUID()}`, color: '#1D4ED8' },
    });
    if (status !== 201) throw new Error(JSON.stringify(body));
    const { items } = await admin.audit.list.query({ target: `tag:${body.data.id}` });
    expect(items).toMatchObject([
      { action: 'tags.create', channel: 'http', requestId: headers.get('x-request-id') },
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

  it('records a refused attempt at a privileged act, once a minute', async () => {
    const curious = 'curiosa@exemplo.com.br';
    const other = await app.trpc({ role: 'agent', email: curious });
    for (const _ of [1, 2, 3]) {
      await expect(other.jobs.run.mutate({ name: 'daily-quiz' })).rejects.toMatchObject({
        data: { code: 'FORBIDDEN' },
      });
    }
    const { items } = await admin.audit.list.query({ actor: curious });
    expect(items).toMatchObject([{ action: 'jobs.run', outcome: 'refused' }]);
  });

  it('records the refusals of two acts of one person, both', async () => {
    const curious = 'curiosissima@exemplo.com.br';
    const other = await app.trpc({ role: 'agent', email: curious });
    await expect(other.jobs.run.mutate({ name: 'daily-quiz' })).rejects.toThrow('forbidden');
    await expect(other.people.export.mutate({ email: curious })).rejects.toThrow('forbidden');
    const { items } = await admin.audit.list.query({ actor: curious });
    expect(items).toMatchObject([
      { action: 'people.export', outcome: 'refused' },
      { action: 'jobs.run', outcome: 'refused' },
    ]);
  });

  it('pages by a cursor, newest first', async () => {
    const person = 'paginada@exemplo.com.br';
    const busy = await app.trpc({ role: 'agent', email: person });
    const ids: number[] = [];
    for (const _ of [1, 2, 3]) {
      const name = `Tag ${crypto.randomUUID()}`;
      ids.push((await busy.tags.create.mutate({ name, color: '#1D4ED8' })).id);
    }
    const first = await admin.audit.list.query({ actor: person, limit: 2 });
    const second = await admin.audit.list.query({
      actor: person,
      limit: 2,
      cursor: first.nextCursor ?? undefined,
    });
    const targets = [...first.items, ...second.items].map(({ target }) => target);
    expect(targets).toEqual(ids.reverse().map((id) => `tag:${id}`));
    expect(second.nextCursor).toBeNull();
  });

  it('lists the acts of a time, its end not included', async () => {
    const clock = { now: new Date('2026-03-10T15:00:00.000Z') };
    const timed = await startApp({}, { now: () => clock.now });
    const { audit, tags } = await timed.trpc();
    for (const name of ['dez', 'onze', 'doze']) {
      await tags.create.mutate({ name, color: '#1D4ED8' });
      clock.now = new Date(clock.now.getTime() + 60_000);
    }
    const minutes = async (time: { from?: string; to?: string }) =>
      (await audit.list.query(time)).items.map(({ at }) => new Date(at).getUTCMinutes());
    const [from, to] = ['2026-03-10T15:01:00.000Z', '2026-03-10T15:02:00.000Z'];
    expect(await minutes({ from })).toEqual([2, 1]);
    expect(await minutes({ to })).toEqual([1, 0]);
    expect(await minutes({ from, to })).toEqual([1]);
    await timed.close();
  });

  it('is for administrators', async () => {
    await expect(agent.audit.list.query({})).rejects.toMatchObject({ data: { code: 'FORBIDDEN' } });
  });

  it.each(['update audit_log set action = action', 'delete from audit_log', 'truncate audit_log'])(
    'refuses `%s`',
    async (statement) => {
      await aTag();
      await expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: '42501' });
    },
  );
});
