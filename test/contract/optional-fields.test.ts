import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from '../../contract/index.ts';
import { startApp } from '../harness.ts';
import { errorCode } from '../public-client.ts';

const app = await startApp();
afterAll(() => app.close());
const agent = await app.client();
const reader = await app.client({ email: 'leitora@exemplo.com.br', role: 'reader' });

const optionalFields = Object.entries(contract).flatMap(([operation, route]) =>
  'body' in route && route.body instanceof z.ZodObject
    ? Object.entries<z.ZodType>(route.body.shape).flatMap(([name, field]) =>
        field.safeParse(undefined).success
          ? [{ operation, name, field, method: route.method }]
          : [],
      )
    : [],
);
const created = optionalFields.filter(({ method }) => method !== 'PATCH');
const changed = optionalFields.filter(({ method }) => method === 'PATCH');

describe('an optional field of a body', () => {
  it.each(created)('$operation $name: blank and null are as good as absent', ({ field }) => {
    for (const missing of [null, '', '   ']) expect(field.safeParse(missing).success).toBe(true);
  });

  it('has its default if it is blank or null', async () => {
    const post = async (path: string, body: unknown, method = 'POST') => {
      const response = await fetch(`${app.url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${await app.token({ role: 'agent' })}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: await response.json() };
    };
    for (const [index, isDefault] of [null, '', '  '].entries()) {
      const tag = { name: `Vazia ${index}`, color: '#000000', isDefault };
      expect(await post('/support/tags', tag)).toMatchObject({
        status: 201,
        body: { data: { isDefault: false } },
      });
      expect(
        await post('/support/fast-response/lote', {
          support_ids: [2_000_000_000],
          autor: isDefault,
        }),
      ).toMatchObject({ status: 200, body: { data: { modo: 'lote_preview', falhas: 1 } } });
    }
  });
});

describe('a field of a PATCH', () => {
  it.each(changed)('$operation $name: null is as good as absent', ({ field }) => {
    expect(field.safeParse(null).success).toBe(true);
  });

  // A group may have no description.
  it.each(changed.filter(({ name }) => name !== 'description'))(
    '$operation $name: an empty value that was sent is refused',
    ({ field, name }) => {
      const refused = ['', '   '].filter((value) => !field.safeParse(value).success);
      // The content is refused when nothing is left of it.
      expect(refused).toEqual(name === 'conteudo' ? [''] : ['', '   ']);
    },
  );

  it('changes a quick reply only if all of it is valid', async () => {
    const { quickReplies } = await app.trpc();
    const reply = await quickReplies.create.mutate({
      title: 'Título',
      content: 'Oi',
      category: 'geral',
      shortcut: '/vazia',
    });
    const patch = async (change: object) => {
      const response = await agent.updateQuickReply({
        params: { quickReplyId: reply.id },
        body: { categoria: 'tecnico', ...change },
      });
      return [response.status, errorCode(response)];
    };
    for (const field of ['titulo', 'conteudo', 'categoria', 'atalho']) {
      expect(await patch({ [field]: '' }), field).toEqual([400, 'invalid-request']);
    }
    expect(await patch({ titulo: ' \u00a0' })).toEqual([400, 'invalid-request']);
    for (const conteudo of ['  ', '<p> </p>', '<script>1</script>', '\u200b']) {
      expect(await patch({ conteudo }), conteudo).toEqual([400, 'quick-reply-empty']);
    }
    const { items } = await quickReplies.list.query({});
    expect(items.find(({ id }) => id === reply.id)).toMatchObject({
      title: 'Título',
      content: 'Oi',
      category: 'geral',
      shortcut: '/vazia',
    });
    expect(await patch({ titulo: null })).toEqual([200, undefined]);
  });
});

describe('a body of optional fields', () => {
  it('may be missing, as the document says', async () => {
    const { paths } = await (await fetch(`${app.url}/openapi.json`)).json();
    expect(paths['/streaks/me/readings'].post.requestBody.required).toBe(false);
    expect(paths['/support/tags'].post.requestBody.required).toBe(true);
    const response = await fetch(`${app.url}/streaks/me/readings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await app.token({ role: 'reader' })}` },
    });
    expect([response.status, (await response.json()).success]).toEqual([200, true]);
  });
});

describe('half of a surrogate pair', () => {
  it('is refused wherever text is stored', async () => {
    const half = 'a\ud800';
    const answers = [
      await agent.createTag({ body: { name: half, color: '#000000' } }),
      await reader.createGroup({ body: { name: half } }),
      await reader.createGroup({ body: { name: 'x', description: half } }),
      await reader.updateMyStreakProfile({ body: { displayName: half } }),
      await agent.createBatchReplies({ body: { support_ids: [1], autor: half } }),
      await agent.submitQuiz({ body: { quizId: half, answers: [] } }),
    ];
    for (const response of answers) {
      expect([response.status, errorCode(response)]).toEqual([400, 'invalid-request']);
    }
    const ticket = { requesterEmail: 'a@x.com', subject: 'x', body: 'x', main: 'x' };
    const internal = await app.trpc();
    for (const field of ['subject', 'body', 'main'] as const) {
      await expect(
        internal.tickets.create.mutate({ ...ticket, [field]: half }),
      ).rejects.toMatchObject({ data: { code: 'BAD_REQUEST' } });
    }
  });
});

describe('the size of a page', () => {
  it('is the usual one without a limit or with 0', async () => {
    for (const limit of [undefined, '', '0']) {
      const { status, body } = await reader.listQuizHistory({
        query: limit === undefined ? {} : { limit },
      });
      expect([status, body]).toMatchObject([200, { data: { items: [], nextCursor: null } }]);
    }
  });

  it('names what is wrong with a limit', async () => {
    const textOf = async (limit: string) =>
      (await reader.listQuizHistory({ query: { limit } })).body;
    expect(await textOf('-1')).toMatchObject({
      message: 'Requisição inválida: limit deve ter no mínimo 0',
    });
    expect(await textOf('101')).toMatchObject({
      message: 'Requisição inválida: limit deve ter no máximo 100',
    });
    expect(await textOf('dez')).toMatchObject({
      message: 'Requisição inválida: limit deve ser um número inteiro',
    });
  });
});
