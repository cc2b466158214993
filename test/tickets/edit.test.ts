import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const clock = { now: new Date('2026-03-10T12:00:00Z') };
const app = await startApp({}, { now: () => clock.now });
afterAll(() => app.close());
const ana = 'ana@leitor.com.br';
const internal = await app.trpc({ role: 'agent', email: ana, name: 'Ana' });
const admin = await app.trpc();

const tick = () => {
  clock.now = new Date(clock.now.getTime() + 60_000);
  return clock.now.toISOString();
};
const aTicket = (fields: Partial<Parameters<typeof internal.tickets.create.mutate>[0]> = {}) =>
  internal.tickets.create.mutate({ subject: 'Dúvida', body: 'Oi', main: 'Geral', ...fields });
const aTag = (name: string = crypto.randomUUID()) =>
  internal.tags.create.mutate({ name, color: '#000000' });
const get = (id: number) => internal.tickets.get.query({ id });
const actsOf = async (id: number, action: string) =>
  (await admin.audit.list.query({ target: `ticket:${id}`, action })).items.map(
    ({ changes }) => changes,
  );
const notFound = (errorCode: string) => ({ data: { code: 'NOT_FOUND', errorCode } });
const missing = { id: 999_999 };

describe('tickets.edit', () => {
  it('changes the given fields, and the audit trail keeps no personal values', async () => {
    const { id } = await aTicket({ issue: 'Boleto', requesterName: 'Maria' });
    const edited = await internal.tickets.edit.mutate({
      id,
      main: 'Financeiro',
      issue: null,
      requesterEmail: 'Maria@exemplo.com.br',
    });
    expect(edited).toMatchObject({
      main: 'Financeiro',
      issue: null,
      requesterName: 'Maria',
      requesterEmail: 'maria@exemplo.com.br',
    });
    await internal.tickets.edit.mutate({ id, subject: 'Da Maria', requesterName: null });
    expect(await actsOf(id, 'tickets.edit')).toEqual([
      [{ field: 'subject' }, { field: 'requesterName' }],
      [
        { field: 'main', before: 'Geral', after: 'Financeiro' },
        { field: 'issue', before: 'Boleto', after: null },
        { field: 'requesterEmail' },
      ],
    ]);
  });

  const full = {
    subject: 'Edição atrasada',
    main: 'Entrega',
    issue: 'Atraso',
    newsletter: 'Bom Dia',
    requesterEmail: 'maria@exemplo.com.br',
    requesterName: 'Maria',
  };
  const other = {
    subject: 'Cobrança',
    main: 'Financeiro',
    issue: 'Boleto',
    newsletter: 'Boa Noite',
    requesterEmail: 'joana@exemplo.com.br',
    requesterName: 'Joana',
  };
  const none = { issue: null, newsletter: null, requesterEmail: null, requesterName: null };
  const edits = [...Object.entries(other), ...Object.entries(none)];

  it.each(edits)('changes %s to %j, updatedAt and nothing else', async (field, value) => {
    const { id } = await aTicket(full);
    const before = await get(id);
    const updatedAt = tick();
    const edited = await internal.tickets.edit.mutate({ id, [field]: value });
    const expected = { ...before, [field]: value, updatedAt };
    expect({ ...before, ...edited }).toEqual(expected);
    expect(await get(id)).toEqual(expected);
  });

  it('records nothing if an edit changes nothing', async () => {
    const { id } = await aTicket(full);
    const before = await get(id);
    tick();
    await internal.tickets.edit.mutate({ id, ...full });
    await internal.tickets.edit.mutate({ id });
    expect(await get(id)).toEqual(before);
    expect(await actsOf(id, 'tickets.edit')).toEqual([]);
  });
});

describe('tickets.addNote', () => {
  it('adds notes, oldest first, and changes nothing else but the time of the last change', async () => {
    const { id } = await aTicket();
    const before = await get(id);
    const firstAt = tick();
    const first = await internal.tickets.addNote.mutate({ id, body: 'Cliente antigo' });
    const updatedAt = tick();
    const prompt = { id, body: 'Já ligou', inPrompt: true };
    const second = await internal.tickets.addNote.mutate(prompt);
    const after = await get(id);
    expect(after).toEqual({ ...before, updatedAt, notes: after.notes });
    expect(after.notes).toMatchObject([
      { id: first.id, author: ana, inPrompt: false, createdAt: firstAt },
      { id: second.id, body: 'Já ligou', inPrompt: true },
    ]);
    expect(await actsOf(id, 'tickets.addNote')).toEqual([
      [{ field: 'notes', after: second.id }],
      [{ field: 'notes', after: first.id }],
    ]);
    await expect(internal.tickets.addNote.mutate({ ...missing, body: 'x' })).rejects.toMatchObject(
      notFound('ticket-not-found'),
    );
  });
});

describe('tickets.addTag and removeTag', () => {
  it('adds and removes one tag, and sorts tags in Portuguese', async () => {
    const [one, two] = [(await aTicket()).id, (await aTicket()).id];
    const tags = [await aTag('zebra'), await aTag('Água'), await aTag('banco')];
    const [zebra = { id: 0 }] = tags;
    for (const id of [one, two]) {
      for (const tag of tags) await internal.tickets.addTag.mutate({ id, tagId: tag.id });
    }
    const names = async (id: number) => (await get(id)).tags.map(({ name }) => name);
    expect(await names(one)).toEqual(['Água', 'banco', 'zebra']);
    await internal.tickets.removeTag.mutate({ id: one, tagId: zebra.id });
    expect(await names(one)).toEqual(['Água', 'banco']);
    expect(await names(two)).toEqual(['Água', 'banco', 'zebra']);
  });
});

describe('tickets.setStatus and addMessage', () => {
  it('reopens a resolved ticket when its requester writes, and keeps a closed one closed', async () => {
    const { id } = await aTicket();
    const say = (origin: 'requester' | 'agent') =>
      internal.tickets.addMessage.mutate({ id, author: 'Alguém', origin, body: 'Oi' });
    const status = async () => (await get(id)).status;
    await internal.tickets.setStatus.mutate({ id, status: 'resolved' });
    await say('agent');
    expect(await status()).toBe('resolved');
    await say('requester');
    expect(await status()).toBe('open');
    await internal.tickets.setStatus.mutate({ id, status: 'closed' });
    await say('requester');
    expect(await status()).toBe('closed');
    expect((await get(id)).messages).toHaveLength(4);
  });

  it('changes no other ticket', async () => {
    const [{ id }, bystander] = [await aTicket(), await aTicket()];
    const [before, untouched] = [await get(id), await get(bystander.id)];
    const updatedAt = tick();
    await internal.tickets.setStatus.mutate({ id, status: 'resolved' });
    expect(await get(id)).toEqual({ ...before, status: 'resolved', updatedAt });
    const createdAt = tick();
    const message = { author: 'Modelo', origin: 'ai' as const, body: '<p>Olá</p>' };
    const added = await internal.tickets.addMessage.mutate({ id, ...message });
    const { messages } = await get(id);
    expect(messages).toMatchObject([{}, { ...message, ...added, mail: 'saved', createdAt }]);
    expect(await get(bystander.id)).toEqual(untouched);
  });
});
