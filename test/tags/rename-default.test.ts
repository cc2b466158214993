import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const { tags } = await app.trpc({ role: 'agent' });
const admin = await app.trpc();
const reader = await app.client({ role: 'reader' });

const aDefaultTag = () =>
  tags.create.mutate({ name: crypto.randomUUID(), color: '#000000', isDefault: true });

describe('changing the default tag', () => {
  it.each([{ name: 'Renomeada' }, {}])('by %o keeps it the default', async (changes) => {
    const { id } = await aDefaultTag();
    const changed = await tags.update.mutate({ id, ...changes });
    expect(changed).toMatchObject({ id, isDefault: true, ...changes });
    const { items: listed } = await tags.list.query();
    expect(listed.filter(({ isDefault }) => isDefault).map((tag) => tag.id)).toEqual([id]);
  });

  it('leaves no default once it is set aside', async () => {
    const { id } = await aDefaultTag();
    expect(await tags.update.mutate({ id, isDefault: false })).toMatchObject({ isDefault: false });
    expect((await tags.list.query()).items.some(({ isDefault }) => isDefault)).toBe(false);
  });

  it('keeps the default when the tag to change is missing', async () => {
    const { id } = await aDefaultTag();
    const missing = { id: 2_147_483_647, isDefault: true };
    await expect(tags.update.mutate(missing)).rejects.toMatchObject({
      data: { errorCode: 'tag-not-found' },
    });
    const { items: listed } = await tags.list.query();
    expect(listed.filter(({ isDefault }) => isDefault).map((tag) => tag.id)).toEqual([id]);
  });
});

describe('changing a tag', () => {
  const aTag = () => tags.create.mutate({ name: crypto.randomUUID(), color: '#1D4ED8' });
  const listed = async (id: number) => {
    const { body } = await reader.listTags();
    return body.success ? body.data.find((tag) => tag.id === id) : undefined;
  };

  it.each([
    ['name', 'Outro nome'],
    ['color', '#abcdef'],
    ['isDefault', true],
  ])('to the %s %j is in the list at once, with the time of the change', async (field, value) => {
    const [tag, former] = [await aTag(), await aDefaultTag()];
    expect(await listed(tag.id)).toEqual(tag);
    const changed = await tags.update.mutate({ id: tag.id, [field]: value });
    expect(changed).toEqual({ ...tag, [field]: value, updatedAt: expect.any(String) });
    expect(changed.updatedAt > tag.updatedAt).toBe(true);
    expect(await listed(tag.id)).toEqual(changed);
    const left = await listed(former.id);
    if (field !== 'isDefault') return expect(left).toEqual(former);
    expect(left).toEqual({ ...former, isDefault: false, updatedAt: expect.any(String) });
    expect((left?.updatedAt ?? '') > former.updatedAt).toBe(true);
  });

  it('leaves acts with the former and the new values', async () => {
    const { id, name } = await aTag();
    await tags.update.mutate({ id, name, color: '#000000', isDefault: true });
    await tags.update.mutate({ id, color: '#000000', isDefault: false });
    await tags.delete.mutate({ id });
    const { items } = await admin.audit.list.query({ target: `tag:${id}` });
    expect(items).toMatchObject([
      { action: 'tags.delete' },
      { changes: [{ field: 'isDefault', before: true, after: false }] },
      {
        changes: [{ field: 'color', before: '#1D4ED8', after: '#000000' }, { field: 'isDefault' }],
      },
      { action: 'tags.create' },
    ]);
  });

  it('refuses a taken name, for a new tag too, and changes nothing', async () => {
    const [tag, other] = [await aTag(), await aTag()];
    await expect(
      tags.update.mutate({ id: tag.id, name: other.name.toUpperCase(), color: '#000000' }),
    ).rejects.toMatchObject({ data: { errorCode: 'tag-name-taken' } });
    await expect(tags.create.mutate({ name: other.name, color: '#000000' })).rejects.toMatchObject({
      data: { errorCode: 'tag-name-taken' },
    });
    expect([await listed(tag.id), await listed(other.id)]).toEqual([tag, other]);
    const name = tag.name.toUpperCase();
    expect(await tags.update.mutate({ id: tag.id, name })).toMatchObject({ name });
  });
});
