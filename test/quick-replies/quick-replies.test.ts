import { afterAll, describe, expect, it } from 'vitest';
import { errorCode } from '../../contract/index.ts';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const agent = await app.client();
const internal = await app.trpc({ role: 'agent' });

const aShortcut = () => `/${crypto.randomUUID().slice(0, 8)}`;
const aReply = (fields: { content?: string; category?: string; title?: string } = {}) =>
  internal.quickReplies.create.mutate({
    title: 'Saudação',
    content: '<p>Olá</p>',
    category: 'saudacao',
    shortcut: aShortcut(),
    ...fields,
  });

describe('PATCH /support/quick-replies/{quickReplyId}', () => {
  it('changes the fields sent and returns exactly the fields of the contract', async () => {
    const reply = await aReply();
    const { status, body } = await agent.updateQuickReply({
      params: { quickReplyId: reply.id },
      body: { titulo: 'Boas-vindas' },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: expect.any(String),
      data: {
        id: reply.id,
        titulo: 'Boas-vindas',
        conteudo: '<p>Olá</p>',
        categoria: 'saudacao',
        atalho: reply.shortcut,
        updatedAt: expect.any(String),
      },
    });
  });

  it('returns the reply unchanged if no field is sent', async () => {
    const reply = await aReply();
    const { status, body } = await agent.updateQuickReply({
      params: { quickReplyId: reply.id },
      body: {},
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: { titulo: 'Saudação', updatedAt: reply.updatedAt } });
  });

  it('refuses a shortcut of another reply, in any case, and keeps its own', async () => {
    const [reply, other] = [await aReply(), await aReply()];
    const params = { quickReplyId: reply.id };
    const taken = await agent.updateQuickReply({
      params,
      body: { titulo: 'Perdida', atalho: other.shortcut.toUpperCase() },
    });
    expect(taken.status).toBe(409);
    expect(errorCode(taken)).toBe('quick-reply-shortcut-taken');
    expect(taken.body).toEqual({
      success: false,
      message: 'Atalho ja existe em outra resposta rapida',
    });
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
      const answer = await agent.updateQuickReply({ params: { quickReplyId: 999_999 }, body });
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ success: false, message: 'Resposta rapida nao encontrada' });
    }
  });

  it.each([['sem barra'], ['/'], ['/ espaço'], ['/com espaço'], [''], [`/${'a'.repeat(60)}`]])(
    'refuses the shortcut %j',
    async (atalho) => {
      const reply = await aReply();
      const answer = await agent.updateQuickReply({
        params: { quickReplyId: reply.id },
        body: { atalho },
      });
      expect(answer.status).toBe(400);
      expect(errorCode(answer)).toBe('invalid-request');
    },
  );

  it('keeps safe HTML and removes what could run or load', async () => {
    const reply = await aReply();
    const { body } = await agent.updateQuickReply({
      params: { quickReplyId: reply.id },
      body: {
        conteudo:
          '<p onclick="x()">Oi <b>você</b><script>alert(1)</script><img src="https://x/y.png">' +
          '<a href="javascript:alert(1)">a</a><a href="https://leitor.com.br">b</a></p>',
      },
    });
    expect(body).toMatchObject({
      data: { conteudo: '<p>Oi <b>você</b><a>a</a><a href="https://leitor.com.br">b</a></p>' },
    });
  });

  const contentOf = async (conteudo: string) => {
    const reply = await aReply();
    const answer = await agent.updateQuickReply({
      params: { quickReplyId: reply.id },
      body: { conteudo },
    });
    return answer.status === 200 ? answer.body.data.conteudo : errorCode(answer);
  };

  it.each(['5 < 6 & 7 > 3', 'Maria & João <3', 'linha 1\nlinha 2', '  recuo', 'R&D', '👍'])(
    'stores the plain text %j as written',
    async (text) => {
      expect(await contentOf(text)).toBe(text);
    },
  );

  it.each([
    '<script>x</script>',
    '<p> </p>',
    '<p>&nbsp;</p>',
    '<img src="https://x/y.png">',
    '<hr>',
    ' ',
    '\u200b',
    '&#8203;',
  ])('refuses %j, of which nothing visible is left', async (html) => {
    expect(await contentOf(html)).toBe('quick-reply-empty');
    await expect(aReply({ content: html })).rejects.toMatchObject({
      data: { errorCode: 'quick-reply-empty' },
    });
  });

  it('sanitises what is created and what removing a tag would create', async () => {
    expect((await aReply({ content: '<p onclick="x()">Oi</p>' })).content).toBe('<p>Oi</p>');
    const nested = await contentOf('<p>a<sc<script>x</script>ript>alert(1)</sc</p>');
    expect(nested).not.toMatch(/<script/i);
    expect(await contentOf('<a href="//x.com">a</a> <a href="tel:+55">b</a>')).toBe(
      '<a>a</a> <a>b</a>',
    );
  });

  it('is for agents', async () => {
    const call = { params: { quickReplyId: 1 }, body: { titulo: 'x' } };
    expect((await (await app.client({ role: 'reader' })).updateQuickReply(call)).status).toBe(403);
    expect((await app.anonymous.updateQuickReply(call)).status).toBe(401);
  });
});

describe('tRPC quickReplies', () => {
  it('lists by category and by text, taken literally', async () => {
    const category = crypto.randomUUID();
    const first = await aReply({ category, title: '100% pronto' });
    const second = await aReply({ category, content: '<p>Segunda via</p>' });
    const ids = async (filter: { search?: string; category?: string }) =>
      (await internal.quickReplies.list.query(filter)).map((reply) => reply.id).sort();
    expect(await ids({ category })).toEqual([first.id, second.id].sort());
    expect(await ids({ category, search: 'segunda VIA' })).toEqual([second.id]);
    expect(await ids({ category, search: '0%' })).toEqual([first.id]);
    expect(await ids({ category, search: '_' })).toEqual([]);
    expect((await internal.quickReplies.list.query()).length).toBeGreaterThanOrEqual(2);
  });

  it('records who changed what, without copying the content', async () => {
    const reply = await aReply();
    await internal.quickReplies.update.mutate({ id: reply.id, title: 'Nova', content: '<p>x</p>' });
    await internal.quickReplies.delete.mutate({ id: reply.id });
    const admin = await app.trpc();
    const { items } = await admin.audit.list.query({ target: `quick-reply:${reply.id}` });
    expect(items.reverse().map(({ action, changes }) => [action, changes])).toEqual([
      ['quickReplies.create', expect.arrayContaining([{ field: 'content' }])],
      [
        'quickReplies.update',
        [{ field: 'title', before: 'Saudação', after: 'Nova' }, { field: 'content' }],
      ],
      ['quickReplies.delete', []],
    ]);
  });

  it('creates, refuses a taken shortcut, deletes once', async () => {
    const reply = await aReply();
    await expect(
      internal.quickReplies.create.mutate({
        title: 'x',
        content: 'x',
        category: 'geral',
        shortcut: reply.shortcut,
      }),
    ).rejects.toMatchObject({ data: { code: 'CONFLICT' } });
    await internal.quickReplies.delete.mutate({ id: reply.id });
    await expect(internal.quickReplies.delete.mutate({ id: reply.id })).rejects.toMatchObject({
      data: { code: 'NOT_FOUND', errorCode: 'quick-reply-not-found' },
    });
  });
});
