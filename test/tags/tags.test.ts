import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { errorCode } from '../public-client.ts';

const app = await startApp();
afterAll(() => app.close());
const agent = await app.client();
const reader = await app.client({ role: 'reader' });
const internal = await app.trpc({ role: 'agent' });

const aName = () => `Tag ${crypto.randomUUID().slice(0, 8)}`;
const aTag = async (fields: { name?: string; isDefault?: boolean } = {}) => {
  const created = await agent.createTag({ body: { name: aName(), color: '#1D4ED8', ...fields } });
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  return created.body.data;
};

describe('POST /support/tags', () => {
  it('trims the name and stores it in Unicode normal form C', async () => {
    const name = aName();
    const tag = await aTag({ name: `  ${name} Ac\u0327a\u0303o ` });
    expect(tag.name).toBe(`${name} Ação`);
  });

  it.each([
    ['no body', undefined],
    ['no color', { name: 'x' }],
    ['a blank name', { name: '   ', color: '#000000' }],
  ])('refuses %s with 400 and its own text', async (_, body) => {
    const response = await fetch(`${app.url}/support/tags`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await app.token({ role: 'agent' })}`,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(response.headers.get('x-error-code')).toBe('tag-fields-required');
  });

  it('counts code points, including those that are trimmed', async () => {
    const client = await app.client();
    const create = async (name: string) =>
      (await client.createTag({ body: { name, color: '#000000' } })).status;
    expect(await create('🌎'.repeat(60))).toBe(201);
    expect(await create('🌍'.repeat(61))).toBe(400);
    expect(await create(` ${'a'.repeat(60)}`)).toBe(400);
  });

  it('refuses a taken name regardless of case and of the form of its accents', async () => {
    const name = `${aName()} ação`;
    await aTag({ name });
    for (const twin of [name, name.toUpperCase(), name.normalize('NFD')]) {
      const response = await agent.createTag({ body: { name: twin, color: '#000000' } });
      expect(errorCode(response)).toBe('tag-name-taken');
    }
  });

  it('makes the new default tag the only one, and keeps the former one if the name is taken', async () => {
    const first = await aTag({ isDefault: true });
    const second = await aTag({ isDefault: true });
    expect(await defaults()).toEqual([second.id]);
    const refused = await agent.createTag({
      body: { name: first.name, color: '#000000', isDefault: true },
    });
    expect(refused.status).toBe(400);
    expect(await defaults()).toEqual([second.id]);
  });
});

const defaults = async () => {
  const { body } = await reader.listTags();
  return body.success ? body.data.filter((tag) => tag.isDefault).map((tag) => tag.id) : [];
};

describe('GET /support/tags', () => {
  it('lists every tag in Portuguese alphabetical order for any authenticated caller', async () => {
    const mark = crypto.randomUUID().slice(0, 8);
    for (const word of ['zebra', 'Água', 'abelha', 'ácido', 'Banco']) {
      await aTag({ name: `${mark} ${word}` });
    }
    const { status, body } = await reader.listTags();
    expect(status).toBe(200);
    const names = body.success ? body.data.map((tag) => tag.name) : [];
    expect(names.filter((name) => name.startsWith(mark))).toEqual(
      ['abelha', 'ácido', 'Água', 'Banco', 'zebra'].map((word) => `${mark} ${word}`),
    );
  });
});

describe('DELETE /support/tags/{id}', () => {
  it('deletes a tag once', async () => {
    const { id } = await aTag();
    const gone = await agent.deleteTag({ params: { id } });
    expect(gone.status).toBe(200);
    expect((await agent.deleteTag({ params: { id } })).status).toBe(404);
  });

  it('refuses to delete a tag while a ticket has it', async () => {
    const tag = await aTag();
    const ticket = await internal.tickets.create.mutate({ subject: 'a', body: 'b', main: 'c' });
    await internal.tickets.addTag.mutate({ id: ticket.id, tagId: tag.id });
    const refused = await agent.deleteTag({ params: { id: tag.id } });
    expect(errorCode(refused)).toBe('tag-in-use');
    await internal.tickets.removeTag.mutate({ id: ticket.id, tagId: tag.id });
    expect((await agent.deleteTag({ params: { id: tag.id } })).status).toBe(200);
  });
});
