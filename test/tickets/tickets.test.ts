import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const internal = await app.trpc({ role: 'agent' });

const aTicket = (fields: { main?: string; subject?: string; requesterEmail?: string } = {}) =>
  internal.tickets.create.mutate({
    subject: 'Cobrança duplicada',
    body: 'Fui cobrado duas vezes.',
    main: 'Financeiro',
    ...fields,
  });

describe('tickets.create and get', () => {
  it('opens a ticket whose body is its first message', async () => {
    const { id, messageId } = await internal.tickets.create.mutate({
      requesterEmail: 'Maria@Exemplo.com.br',
      requesterName: 'Maria Souza',
      subject: 'Edição não chegou',
      body: 'Onde está?',
      main: 'Entrega',
      issue: 'Não recebida',
      newsletter: 'Bom Dia',
      createdAt: '2026-03-10T11:30:00-03:00',
    });
    expect(await internal.tickets.get.query({ id })).toEqual({
      id,
      subject: 'Edição não chegou',
      status: 'open',
      main: 'Entrega',
      issue: 'Não recebida',
      newsletter: 'Bom Dia',
      requesterEmail: 'maria@exemplo.com.br',
      requesterName: 'Maria Souza',
      followsId: null,
      createdAt: '2026-03-10T14:30:00.000Z',
      updatedAt: '2026-03-10T14:30:00.000Z',
      messages: [
        {
          id: messageId,
          author: 'Maria Souza',
          origin: 'requester',
          body: 'Onde está?',
          folded: null,
          notice: null,
          createdAt: '2026-03-10T14:30:00.000Z',
        },
      ],
      tags: [],
      notes: [],
      assigneeEmail: null,
      mergedInto: null,
    });
  });

  it('returns NOT_FOUND for a missing ticket', async () => {
    await expect(internal.tickets.get.query({ id: 999_999 })).rejects.toMatchObject({
      data: { code: 'NOT_FOUND', errorCode: 'ticket-not-found' },
    });
  });

  it('reports what is wrong with an input', async () => {
    await expect(
      internal.tickets.create.mutate({ subject: '', body: 'x', main: 'x' }),
    ).rejects.toThrow('Requisição inválida: subject é obrigatório');
    await expect(
      internal.tickets.create.mutate({ subject: 'a\u0000', body: 'x', main: 'x' }),
    ).rejects.toMatchObject({ data: { code: 'BAD_REQUEST' } });
  });

  it('refuses a moment in the future, and a blank body', async () => {
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    const open = (fields: { createdAt?: string; body?: string }) =>
      internal.tickets.create.mutate({ subject: 'a', body: 'x', main: 'x', ...fields });
    await expect(open({ createdAt: inMinutes(6) })).rejects.toMatchObject({
      data: { errorCode: 'invalid-request' },
    });
    expect(await open({ createdAt: inMinutes(4) })).toMatchObject({ id: expect.any(Number) });
    for (const body of ['', ' \n\t']) {
      await expect(open({ body })).rejects.toThrow('Requisição inválida: body é obrigatório');
    }
  });

  it('accepts a message of 1 MiB', async () => {
    const body = 'á'.repeat(1_048_576 / 2);
    const { id } = await internal.tickets.create.mutate({ subject: 'Longo', body, main: 'Geral' });
    const { messages } = await internal.tickets.get.query({ id });
    expect(messages[0]?.body).toBe(body);
  });
});

describe('the audit trail of a ticket', () => {
  it('has one act for each change, without personal content', async () => {
    const { id } = await aTicket();
    const tag = await internal.tags.create.mutate({ name: crypto.randomUUID(), color: '#000000' });
    const { id: messageId } = await internal.tickets.addMessage.mutate({
      id,
      author: 'Ana',
      origin: 'agent',
      body: 'Segredo',
    });
    await internal.tickets.setStatus.mutate({ id, status: 'resolved' });
    await internal.tickets.addTag.mutate({ id, tagId: tag.id });
    await internal.tickets.addTag.mutate({ id, tagId: tag.id });
    await internal.tickets.removeTag.mutate({ id, tagId: tag.id });
    const admin = await app.trpc();
    const { items } = await admin.audit.list.query({ target: `ticket:${id}` });
    expect(items.reverse().map(({ action, changes }) => [action, changes])).toEqual([
      ['tickets.create', []],
      ['tickets.addMessage', [{ field: 'messages', after: messageId }]],
      ['tickets.setStatus', [{ field: 'status', before: 'open', after: 'resolved' }]],
      ['tickets.addTag', [{ field: 'tags', after: tag.id }]],
      ['tickets.removeTag', [{ field: 'tags', before: tag.id }]],
    ]);
  });

  it('says that an edit changed the requester and the subject, without former and new values', async () => {
    const { id } = await internal.tickets.create.mutate({
      requesterName: 'Zulmira Antes',
      requesterEmail: 'zulmira.antes@exemplo.com.br',
      subject: 'Cobrança da Zulmira',
      body: 'Oi',
      main: 'Financeiro',
    });
    await internal.tickets.edit.mutate({
      id,
      subject: 'Estorno da Zulmira',
      requesterName: 'Zulmira Depois',
      requesterEmail: 'zulmira.depois@exemplo.com.br',
    });
    await internal.tickets.edit.mutate({ id, requesterName: null });
    const admin = await app.trpc();
    const { items } = await admin.audit.list.query({
      target: `ticket:${id}`,
      action: 'tickets.edit',
    });
    const fields = items.map(({ changes }) => changes.map(({ field }) => field).sort());
    expect(fields).toEqual([['requesterName'], ['requesterEmail', 'requesterName', 'subject']]);
    expect(JSON.stringify(items.map(({ changes }) => changes))).not.toMatch(/zulmira/i);
  });
});

describe('tickets.list', () => {
  it('pages from newest to oldest without gaps or repeats', async () => {
    const main = crypto.randomUUID();
    const ids: number[] = [];
    for (let i = 0; i < 7; i += 1) ids.unshift((await aTicket({ main })).id);
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await internal.tickets.list.query({ main, limit: 3, cursor });
      seen.push(...page.items.map((item) => item.id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(ids);
  });

  it('filters by status, tag, Portuguese words of the subject and e-mail', async () => {
    const main = crypto.randomUUID();
    const email = `${main}@exemplo.com.br`;
    const boleto = await aTicket({ main, subject: 'Boletos atrasados' });
    const senha = await aTicket({ main, subject: 'Esqueci a senha', requesterEmail: email });
    const tag = await internal.tags.create.mutate({ name: main, color: '#000000' });
    await internal.tickets.addTag.mutate({ id: senha.id, tagId: tag.id });
    await internal.tickets.addTag.mutate({ id: senha.id, tagId: tag.id });
    await internal.tickets.setStatus.mutate({ id: boleto.id, status: 'closed' });
    const ids = async (filter: Parameters<typeof internal.tickets.list.query>[0]) =>
      (await internal.tickets.list.query({ main, ...filter })).items.map((item) => item.id);
    expect(await ids({ status: 'closed' })).toEqual([boleto.id]);
    expect(await ids({ tagId: tag.id })).toEqual([senha.id]);
    expect(await ids({ search: 'boleto atrasado' })).toEqual([boleto.id]);
    expect(await ids({ search: email.toUpperCase() })).toEqual([senha.id]);
    expect(await ids({ search: '"); drop table tickets; --' })).toEqual([]);
    expect((await internal.tickets.get.query({ id: senha.id })).tags).toEqual([
      { id: tag.id, name: main, color: '#000000' },
    ]);
  });

  it('finds the tickets of an e-mail among those of the filters, in pages', async () => {
    const main = crypto.randomUUID();
    const requesterEmail = `${main}@exemplo.com.br`;
    const open: number[] = [];
    for (let i = 0; i < 5; i += 1) open.unshift((await aTicket({ main, requesterEmail })).id);
    const closed = await aTicket({ main, requesterEmail });
    await internal.tickets.setStatus.mutate({ id: closed.id, status: 'closed' });
    const other = await aTicket({ main: crypto.randomUUID(), requesterEmail });
    const find = async (filter: Parameters<typeof internal.tickets.list.query>[0]) => {
      const seen: number[] = [];
      let cursor: string | undefined;
      do {
        const page = await internal.tickets.list.query({
          search: requesterEmail,
          limit: 2,
          cursor,
          ...filter,
        });
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor && seen.length < 20);
      return seen;
    };
    expect(await find({})).toEqual([other.id, closed.id, ...open]);
    expect(await find({ main, status: 'open' })).toEqual(open);
    expect(await find({ main, status: 'closed' })).toEqual([closed.id]);
  });
});

describe('tickets.setStatus and addMessage', () => {
  it('reopens a resolved ticket when its requester writes, and keeps a closed one closed', async () => {
    const { id } = await aTicket();
    const say = (origin: 'requester' | 'agent') =>
      internal.tickets.addMessage.mutate({ id, author: 'Alguém', origin, body: 'Oi' });
    const status = async () => (await internal.tickets.get.query({ id })).status;
    await internal.tickets.setStatus.mutate({ id, status: 'resolved' });
    await say('agent');
    expect(await status()).toBe('resolved');
    await say('requester');
    expect(await status()).toBe('open');
    await internal.tickets.setStatus.mutate({ id, status: 'closed' });
    await say('requester');
    expect(await status()).toBe('closed');
    expect((await internal.tickets.get.query({ id })).messages).toHaveLength(4);
  });

  it('refuses names with invisible characters', async () => {
    const ticket = { subject: 'Pauta', body: 'Olá', main: 'Entrega' };
    await expect(
      internal.tickets.create.mutate({ ...ticket, requesterName: 'Ana\u202eLima' }),
    ).rejects.toMatchObject({ data: { errorCode: 'invalid-request' } });
  });

  it('returns NOT_FOUND for a missing ticket or tag', async () => {
    const { id } = await aTicket();
    const missing = { id: 999_999 };
    const notFound = (errorCode: string) => ({ data: { code: 'NOT_FOUND', errorCode } });
    await expect(
      internal.tickets.setStatus.mutate({ ...missing, status: 'open' }),
    ).rejects.toMatchObject(notFound('ticket-not-found'));
    await expect(
      internal.tickets.addMessage.mutate({ ...missing, author: 'a', origin: 'agent', body: 'b' }),
    ).rejects.toMatchObject(notFound('ticket-not-found'));
    await expect(internal.tickets.addTag.mutate({ id, tagId: 999_999 })).rejects.toMatchObject(
      notFound('tag-not-found'),
    );
    await expect(internal.tickets.removeTag.mutate({ id, tagId: 999_999 })).rejects.toMatchObject(
      notFound('tag-not-found'),
    );
  });
});
