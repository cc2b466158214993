import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

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
  it('40 creations of one name: one 201 and 39 × 400', async () => {
    const answers = await times(40, (i) =>
      agent.createTag({ body: { name: i % 2 ? 'Disputada' : 'DISPUTADA', color: '#000000' } }),
    );
    expect(statuses(answers)).toEqual({ 201: 1, 400: 39 });
  });

  it('30 default tags at once: 30 × 201 and one default', async () => {
    const answers = await times(30, (i) =>
      agent.createTag({ body: { name: `Padrão ${i}`, color: '#000000', isDefault: true } }),
    );
    expect(statuses(answers)).toEqual({ 201: 30 });
    const { body } = await agent.listTags();
    expect(body.success && body.data.filter((tag) => tag.isDefault)).toHaveLength(1);
  });

  it('moving and removing the default concurrently leaves at most one, without errors', async () => {
    const internal = await app.trpc();
    const created = await times(10, (i) =>
      internal.tags.create.mutate({ name: `Disputa ${i}`, color: '#000000' }),
    );
    const ids = created.map(({ id }) => id);
    // In rounds: on a busy machine sixty would wait too long for a connection.
    for (let round = 0; round < 5; round += 1) {
      await times(12, (i) =>
        internal.tags.update.mutate({ id: ids[i % ids.length] ?? 0, isDefault: i % 3 !== 0 }),
      );
    }
    const after = await agent.listTags();
    const left = after.body.success ? after.body.data.filter((tag) => tag.isDefault) : [];
    expect(left.length).toBeLessThanOrEqual(1);
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
