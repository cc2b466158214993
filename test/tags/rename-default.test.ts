import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const { tags } = await app.trpc({ role: 'agent' });

const aDefaultTag = () =>
  tags.create.mutate({ name: crypto.randomUUID(), color: '#000000', isDefault: true });

describe('changing the default tag', () => {
  it.each([
    ['its name', { name: 'Renomeada' }],
    ['its color', { color: '#FFFFFF' }],
    ['nothing', {}],
  ])('by %s keeps it the default', async (_, changes) => {
    const { id } = await aDefaultTag();
    expect(await tags.update.mutate({ id, ...changes })).toMatchObject({
      id,
      isDefault: true,
      ...changes,
    });
    const listed = await tags.list.query();
    expect(listed.filter(({ isDefault }) => isDefault).map((tag) => tag.id)).toEqual([id]);
  });

  it('leaves no default once it is set aside', async () => {
    const { id } = await aDefaultTag();
    expect(await tags.update.mutate({ id, isDefault: false })).toMatchObject({ isDefault: false });
    expect((await tags.list.query()).some(({ isDefault }) => isDefault)).toBe(false);
  });
});
