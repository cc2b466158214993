import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { untilBlocked } from '../support/locks.ts';

const app = await startApp();
afterAll(() => app.close());
const agent = await app.client();

const statuses = (answers: { status: number }[]) => {
  const count = (status: number) => answers.filter((response) => response.status === status).length;
  return Object.fromEntries(
    [...new Set(answers.map(({ status }) => status))].map((s) => [s, count(s)]),
  );
};
const times = <T>(n: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => work(i)));

describe('concurrent changes of tags', () => {
  it('30 default tags at once: 30 × 201 and one default', async () => {
    const answers = await times(30, (i) =>
      agent.createTag({ body: { name: `Padrão ${i}`, color: '#000000', isDefault: true } }),
    );
    expect(statuses(answers)).toEqual({ 201: 30 });
    const { body } = await agent.listTags();
    expect(body.success && body.data.filter((tag) => tag.isDefault)).toHaveLength(1);
  });

  it('every change of the default waits for the one before, and locks nothing until then', async () => {
    const internal = await app.trpc();
    const { db } = app.service.contextFor('test');
    const former = { name: 'Fila', color: '#000000', isDefault: true };
    const { id } = await internal.tags.create.mutate(former);
    const { id: otherId } = await internal.tags.create.mutate({ ...former, name: 'Outra' });
    const change = { id, name: 'Nova', isDefault: true };
    for (const [held, created, expected] of [
      [sql`select lock_default_tag()`, 'Nova', 'tag-name-taken'],
      [sql`select from tags where id = ${otherId} for update`, 'Mais', 'created'],
    ] as const) {
      await internal.tags.update.mutate({ id: otherId, isDefault: true });
      const { changes } = await db.transaction().execute(async (tx) => {
        await held.execute(tx);
        const target = expected === 'created' ? { id: otherId, isDefault: true } : change;
        const updated = internal.tags.update.mutate(target).then(() => 'updated');
        await untilBlocked(db, 1);
        const creating = internal.tags.create.mutate({ ...former, name: created });
        const outcome = creating.then(
          () => 'created',
          (error) => error.data.errorCode,
        );
        await untilBlocked(db, 2);
        return { changes: [updated, outcome] };
      });
      expect(await Promise.all(changes)).toEqual(['updated', expected]);
    }
  });

  it('a tag added to a ticket while it is deleted is either kept or on no ticket', async () => {
    const internal = await app.trpc();
    const ticket = await internal.tickets.create.mutate({ subject: 'a', body: 'b', main: 'c' });
    for (let round = 0; round < 10; round += 1) {
      const tag = await internal.tags.create.mutate({ name: `Corrida ${round}`, color: '#000000' });
      const [deleted, added] = await Promise.all([
        agent.deleteTag({ params: { id: tag.id } }),
        internal.tickets.addTag.mutate({ id: ticket.id, tagId: tag.id }).then(
          () => 'added',
          (error) => error.data.errorCode,
        ),
      ]);
      expect([deleted.status, added]).toEqual(
        deleted.status === 200 ? [200, 'tag-not-found'] : [400, 'added'],
      );
    }
  });
});
