import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { errorCode } from '../public-client.ts';

const app = await startApp();
afterAll(() => app.close());
const agent = await app.client();
const internal = await app.trpc({ role: 'agent' });

const aShortcut = () => `/${crypto.randomUUID().slice(0, 8)}`;
const aReply = (
  fields: { content?: string; category?: string; title?: string; shortcut?: string } = {},
) =>
  internal.quickReplies.create.mutate({
    title: 'Saudação',
    content: '<p>Olá</p>',
    category: 'saudacao',
    shortcut: aShortcut(),
    ...fields,
  });

describe('PATCH /support/quick-replies/{quickReplyId}', () => {
  it.each([
    [{ titulo: 'Despedida' }, { title: 'Despedida' }],
    [{ conteudo: '<p>Tchau</p>' }, { content: '<p>Tchau</p>' }],
    [{ categoria: 'despedida' }, { category: 'despedida' }],
    [{ atalho: ' /ac\u0327a\u0303o-1 ' }, { shortcut: '/ação-1' }],
  ])('of %j changes that field and updatedAt alone', async (body, changed) => {
    const [reply, other] = [await aReply(), await aReply()];
    const response = await agent.updateQuickReply({ params: { quickReplyId: reply.id }, body });
    const stored = async (id: number) =>
      (await internal.quickReplies.list.query()).items.find((row) => row.id === id);
    const after = await stored(reply.id);
    expect(after).toEqual({ ...reply, ...changed, updatedAt: expect.any(String) });
    expect((after?.updatedAt ?? '') > reply.updatedAt).toBe(true);
    expect(response.body).toMatchObject({ data: { updatedAt: after?.updatedAt } });
    expect(await stored(other.id)).toEqual(other);
  });

  it('takes fields of the longest length, and none that is longer', async () => {
    const params = { quickReplyId: (await aReply()).id };
    const patch = async (fields: { [field: string]: string }) =>
      (await agent.updateQuickReply({ params, body: fields })).status;
    for (const [field, max] of [
      ['titulo', 200],
      ['conteudo', 50_000],
      ['categoria', 60],
    ] as const) {
      expect([field, await patch({ [field]: 'a'.repeat(max) })]).toEqual([field, 200]);
      expect([field, await patch({ [field]: 'a'.repeat(max + 1) })]).toEqual([field, 400]);
    }
    const longest = `/${crypto.randomUUID()}`.padEnd(60, 'a');
    expect(await patch({ atalho: longest })).toBe(200);
    expect(await patch({ atalho: `${longest}a` })).toBe(400);
    expect(await patch({ titulo: 'Olá\u202e' })).toBe(400);
    expect(await patch({ categoria: '\u200b' })).toBe(400);
  });

  it('refuses a shortcut of another reply, in any case, and keeps its own', async () => {
    const [reply, other] = [await aReply(), await aReply()];
    const params = { quickReplyId: reply.id };
    const taken = await agent.updateQuickReply({
      params,
      body: { titulo: 'Perdida', atalho: other.shortcut.toUpperCase() },
    });
    expect(errorCode(taken)).toBe('quick-reply-shortcut-taken');
    const own = await agent.updateQuickReply({
      params,
      body: { atalho: reply.shortcut.toUpperCase() },
    });
    expect(own.body).toMatchObject({
      data: { titulo: 'Saudação', atalho: reply.shortcut.toUpperCase() },
    });
  });

  it('returns 404 for a missing reply', async () => {
    for (const body of [{}, { titulo: 'x' }]) {
      const response = await agent.updateQuickReply({ params: { quickReplyId: 999_999 }, body });
      expect(response.status).toBe(404);
    }
  });
});

describe('tRPC quickReplies', () => {
  it('searches titles, contents and shortcuts in any case, in one category, by shortcut', async () => {
    const category = crypto.randomUUID();
    const [word, mark] = [`Zw${category.slice(0, 6)}`, category.slice(9, 13)];
    const last = await aReply({ category, title: `A ${word}`, shortcut: `/z-${mark}` });
    const first = await aReply({ category, content: `<p>${word}</p>`, shortcut: `/a-${mark}` });
    const second = await aReply({ category, shortcut: `/m-${word}` });
    const elsewhere = await aReply({ title: word });
    await aReply({ category });
    const ids = async (filter: { search?: string; category?: string }) =>
      (await internal.quickReplies.list.query(filter)).items.map((reply) => reply.id);
    for (const search of [word, word.toUpperCase(), word.toLowerCase()]) {
      expect(await ids({ category, search })).toEqual([first.id, second.id, last.id]);
      expect((await ids({ search })).sort((a, b) => a - b)).toEqual([
        last.id,
        first.id,
        second.id,
        elsewhere.id,
      ]);
    }
    const literal = await aReply({ category, title: 'C:\\temp, 100%' });
    for (const search of [':\\t', '0%']) {
      expect(await ids({ category, search })).toEqual([literal.id]);
    }
    expect(await ids({ category, search: '_' })).toEqual([]);
  });

  it('stores safe HTML when a reply is created and changed', async () => {
    const content = '<p onclick="x()">Oi</p>';
    const { id, content: created } = await aReply({ content });
    const changed = await internal.quickReplies.update.mutate({ id, content });
    const params = { quickReplyId: id };
    const { body } = await agent.updateQuickReply({ params, body: { conteudo: content } });
    expect([created, changed.content]).toEqual(['<p>Oi</p>', '<p>Oi</p>']);
    expect(body).toMatchObject({ data: { conteudo: '<p>Oi</p>' } });
  });

  it('refuses unknown variables, each named once, when a reply is created and changed', async () => {
    const content = 'Oi {{nome}} {{ cupom }} {{cupom}} {{Ticket}}';
    const message = expect.stringMatching(/unknown variables cupom, Ticket; there are nome, /);
    await expect(aReply({ content })).rejects.toMatchObject({ message });
    const reply = await aReply();
    await expect(
      internal.quickReplies.update.mutate({ id: reply.id, content }),
    ).rejects.toMatchObject({ message });
    const all = '{{nome}} {{primeiro_nome}} {{ticket}} {{newsletter}} {{atendente}}';
    expect((await aReply({ content: all })).content).toBe(all);
  });

  it('records who changed what, without copying the content', async () => {
    const reply = await aReply();
    await internal.quickReplies.update.mutate({ id: reply.id, title: 'Nova', content: '<p>x</p>' });
    await internal.quickReplies.delete.mutate({ id: reply.id });
    const admin = await app.trpc();
    const { items } = await admin.audit.list.query({ target: `quick-reply:${reply.id}` });
    expect(items).toMatchObject([
      { action: 'quickReplies.delete' },
      {
        action: 'quickReplies.update',
        changes: [{ field: 'title', before: 'Saudação', after: 'Nova' }, { field: 'content' }],
      },
      { action: 'quickReplies.create' },
    ]);
    expect(JSON.stringify(items)).not.toContain('<p>');
  });

  it('creates, refuses a taken shortcut, deletes once', async () => {
    const reply = await aReply();
    await expect(aReply({ shortcut: reply.shortcut })).rejects.toMatchObject({
      data: { errorCode: 'quick-reply-shortcut-taken' },
    });
    const other = await aReply();
    await internal.quickReplies.delete.mutate({ id: reply.id });
    const left = (await internal.quickReplies.list.query()).items.map(({ id }) => id);
    expect(left).toContain(other.id);
    expect(left).not.toContain(reply.id);
    await expect(internal.quickReplies.delete.mutate({ id: reply.id })).rejects.toMatchObject({
      data: { code: 'NOT_FOUND', errorCode: 'quick-reply-not-found' },
    });
  });
});
