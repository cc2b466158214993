import { describe, expect } from 'vitest';
import { previewRule } from '../../server/rules/service.ts';
import { serviceTest, type TestPerson } from '../fixture.ts';
import { aPerson, from, mailEnv } from '../inbound/mail-people.ts';
import { aMail } from '../inbound/mails.ts';

const it = serviceTest({ ...mailEnv, MAIL: 'on' });

const refused = (errorCode: string) => ({ data: { errorCode } });
const acknowledge = { type: 'reply', html: 'Recebemos.', sendEmail: true } as const;
const resolve = { type: 'status', status: 'resolved' } as const;

type Macro = Parameters<TestPerson['trpc']['macros']['save']['mutate']>[0];
type Rule = Parameters<TestPerson['trpc']['rules']['save']['mutate']>[0];

/** A rule for a word that no other test uses. */
const aRule = async (
  { trpc }: TestPerson,
  actions: Macro['actions'],
  given: Partial<Rule> = {},
): Promise<{ word: string; name: string }> => {
  const word = crypto.randomUUID();
  const macro = { name: `Da regra ${word}`.slice(0, 60), shared: true, actions };
  const { id: macroId } = await trpc.macros.save.mutate(macro);
  const name = `Regra ${word}`.slice(0, 60);
  await trpc.rules.save.mutate({ name, on: 'ticket', when: { subject: word }, macroId, ...given });
  return { word, name };
};

const ingest = async ({ trpc }: TestPerson, headers: Record<string, string>) => {
  const raw = aMail(headers).toString('base64');
  return (await trpc.inbound.ingest.mutate({ raw })).ticketId ?? 0;
};

describe('a rule', () => {
  it('runs the macro of the first that matches, once, and is named in the history', async ({
    app,
    admin,
    agent: { trpc },
  }) => {
    const first = await aRule(admin, [resolve], { position: 1 });
    await aRule(admin, [{ type: 'status', status: 'closed' }], {
      position: 2,
      when: { subject: first.word },
    });
    const subject = `Ré: ${first.word.toUpperCase()}`;
    const { id } = await trpc.tickets.create.mutate({ subject, body: 'Oi', main: 'Geral' });
    await app.service.jobs.run('run-rules');
    await trpc.tickets.setStatus.mutate({ id, status: 'open' });
    await app.service.jobs.run('run-rules');
    expect(await trpc.tickets.get.query({ id })).toMatchObject({ status: 'open' });
    const { items } = await trpc.tickets.history.query({ id });
    expect(items.filter(({ action }) => action === 'rules.run')).toMatchObject([
      {
        author: 'job:run-rules',
        changes: [{ field: 'rule', after: first.name }, { after: 'resolved' }],
      },
    ]);
  });

  it('runs on a further message of the reader, with all of its conditions', async ({
    app,
    admin,
    agent: { trpc },
  }) => {
    const when = { from: '@Bol.com.br', main: 'ENTREGA', body: 'nao recebi a edicao' };
    await aRule(admin, [resolve], { on: 'message', when });
    const open = async (requesterEmail: string) =>
      (
        await trpc.tickets.create.mutate({
          subject: 'Oi',
          body: 'Não recebi a edição',
          main: 'Entrega',
          requesterEmail,
        })
      ).id;
    const [id, other] = [await open('ana@bol.com.br'), await open('ana@uol.com.br')];
    await app.service.jobs.run('run-rules');
    const status = async (ticketId: number) =>
      (await trpc.tickets.get.query({ id: ticketId })).status;
    expect(await status(id)).toBe('open');
    for (const ticketId of [id, other]) {
      const said = { author: 'Ana', origin: 'requester', body: 'Não recebi\na edição!' } as const;
      await trpc.tickets.addMessage.mutate({ id: ticketId, ...said });
    }
    await app.service.jobs.run('run-rules');
    expect([await status(id), await status(other)]).toEqual(['resolved', 'open']);
  });

  it('replies as a program does, while the ticket goes on waiting', async ({
    app,
    admin,
    agent,
    db,
  }) => {
    const { word } = await aRule(admin, [acknowledge]);
    const id = await ingest(agent, { ...from(aPerson()), Subject: word });
    await app.service.jobs.run('run-rules');
    const { items } = await agent.trpc.tickets.list.query({ search: `#${id}` });
    expect(items).toMatchObject([{ id, waitingSince: expect.any(String) }]);
    const { messages } = await agent.trpc.tickets.get.query({ id });
    expect(messages).toMatchObject([{}, { automatic: true, mail: 'waiting' }]);
    const mails = db.selectFrom('outbox').select('automatic').where('ticket_id', '=', id);
    expect(await mails.execute()).toEqual([{ automatic: true }]);
  });

  it('replies to an address once a day, and does not settle what it may not answer', async ({
    app,
    admin,
    agent,
    clock,
  }) => {
    clock.set('2026-03-10T12:00:00Z');
    const { word } = await aRule(admin, [acknowledge, resolve]);
    const headers = { ...from(aPerson()), Subject: word };
    const statusOf = async (id: number) => (await agent.trpc.tickets.get.query({ id })).status;
    const arrive = async (more: Record<string, string> = {}) => {
      const id = await ingest(agent, { ...headers, ...more });
      await app.service.jobs.run('run-rules');
      return statusOf(id);
    };
    expect(await arrive()).toBe('resolved');
    expect(await arrive()).toBe('open');
    clock.pass(24 * 60 * 60_000 + 1);
    expect(await arrive()).toBe('resolved');
    const listed = { ...from(aPerson()), 'List-Unsubscribe': '<mailto:sair@exemplo.com.br>' };
    expect(await arrive(listed)).toBe('open');
  });

  it('replies once a day to somebody whose ticket was merged into one of another person', async ({
    app,
    admin,
    agent,
  }) => {
    const { word } = await aRule(admin, [acknowledge]);
    const person = from(aPerson());
    const arrive = async (sender: Record<string, string>) => {
      const id = await ingest(agent, { ...sender, Subject: word });
      await app.service.jobs.run('run-rules');
      return id;
    };
    const messagesOf = async (id: number) =>
      (await agent.trpc.tickets.get.query({ id })).messages.length;
    const fromId = await arrive(person);
    const intoId = await arrive({ ...from(aPerson()), 'List-Id': '<lista.exemplo.com.br>' });
    const merge = { fromId, intoId, differentRequesters: true };
    const { total } = await agent.trpc.tickets.merge.mutate(merge);
    await agent.trpc.tickets.merge.mutate({ ...merge, expected: total });
    expect(await messagesOf(intoId)).toBe(3);
    expect(await messagesOf(await arrive(person))).toBe(1);
  });

  it('runs on a mail that opens a closed ticket again', async ({ app, admin, agent }) => {
    const { word } = await aRule(admin, [resolve], { on: 'message' });
    const headers = { ...from(aPerson()), Subject: word };
    const id = await ingest(agent, headers);
    await agent.trpc.tickets.setStatus.mutate({ id, status: 'closed' });
    await ingest(agent, { ...headers, References: `<ticket-${id}@leitor.example>` });
    await app.service.jobs.run('run-rules');
    expect(await agent.trpc.tickets.get.query({ id })).toMatchObject({ status: 'resolved' });
  });

  it('leaves a ticket alone that somebody has handled since the message came', async ({
    app,
    admin,
    agent,
  }) => {
    const { word } = await aRule(admin, [resolve]);
    const id = await ingest(agent, { ...from(aPerson()), Subject: word });
    await agent.trpc.tickets.assign.mutate({ ids: [id], agentEmail: agent.email });
    await app.service.jobs.run('run-rules');
    expect(await agent.trpc.tickets.get.query({ id })).toMatchObject({ status: 'open' });
  });

  it('leaves the ticket as it came if it fails, and is counted until it succeeds', async ({
    app,
    admin,
    agent: { trpc },
  }) => {
    const hello = { ...acknowledge, html: 'Oi, {{nome}}' };
    const { word, name } = await aRule(admin, [resolve, hello]);
    const open = async (requesterName?: string) => {
      const requester = { requesterEmail: aPerson(), ...(requesterName && { requesterName }) };
      const ticket = { subject: word, body: 'Oi', main: 'Geral', ...requester };
      const { id } = await trpc.tickets.create.mutate(ticket);
      await app.service.jobs.run('run-rules');
      return id;
    };
    const failing = async () => (await admin.trpc.operations.status.query()).failingRules;
    const lastRun = async () =>
      (await trpc.rules.list.query()).items.find((rule) => rule.name === name)?.lastRun;
    const before = await failing();
    const id = await open();
    expect(await trpc.tickets.get.query({ id })).toMatchObject({ status: 'open' });
    expect((await trpc.tickets.history.query({ id })).items).toHaveLength(1);
    expect(await failing()).toBe(before + 1);
    expect(await lastRun()).toMatchObject({
      ticketId: id,
      error: expect.stringContaining('reply-variables-missing'),
    });
    await open('Ana Lima');
    expect(await failing()).toBe(before);
    expect(await lastRun()).toMatchObject({ error: null });
  });
});

describe('rules.save and preview', () => {
  it('takes macros that run as nobody, and is for administrators', async ({ admin, agent }) => {
    const me = { type: 'assign', agentEmail: 'me' } as const;
    for (const macro of [
      { name: 'Minha', actions: [resolve] },
      { name: 'Eu', shared: true, actions: [me] },
    ]) {
      const { id: macroId } = await admin.trpc.macros.save.mutate(macro);
      const rule = { name: 'Não', on: 'ticket', when: {}, macroId } as const;
      await expect(admin.trpc.rules.save.mutate(rule)).rejects.toMatchObject(
        refused('macro-unfit-for-rules'),
      );
      await expect(agent.trpc.rules.save.mutate(rule)).rejects.toMatchObject(refused('forbidden'));
    }
  });

  it('shows what conditions would have matched in the last days', async ({
    admin,
    agent: { trpc },
    clock,
  }) => {
    const word = crypto.randomUUID();
    const open = (subject: string) =>
      trpc.tickets.create.mutate({ subject, body: 'Oi', main: 'Geral' });
    clock.set('2026-03-01T12:00:00Z');
    await open(word);
    clock.set('2026-03-10T12:00:00Z');
    const { id } = await open(`Sobre ${word}`);
    await open('Outro');
    const preview = await admin.trpc.rules.preview.query({ when: { subject: word }, days: 5 });
    expect(preview).toMatchObject({ matched: 1, items: [{ ticketId: id }] });
    expect(preview.checked).toBeGreaterThanOrEqual(2);
  });

  it('stops a preview at its time and says how many tickets it has read', async ({ app, db }) => {
    const now = new Date();
    const ticket = {
      subject: 'Oi',
      main: 'Geral',
      status: 'open',
      created_at: now,
      updated_at: now,
    } as const;
    await db
      .insertInto('tickets')
      .values(Array.from({ length: 210 }, () => ticket))
      .execute();
    const ctx = app.service.contextFor('test');
    const asked = { when: { subject: 'oi' }, days: 1 };
    expect(await previewRule(ctx, asked, 0)).toMatchObject({ checked: 200, matched: 200 });
    const whole = await previewRule(ctx, asked);
    expect(whole.checked).toBeGreaterThanOrEqual(210);
    expect(new Set(whole.items.map(({ ticketId }) => ticketId)).size).toBe(50);
  });

  it('refuses a condition of accents alone, and a second rule of the same name', async ({
    admin,
  }) => {
    const { word, name } = await aRule(admin, [resolve]);
    const { id: macroId } = await admin.trpc.macros.save.mutate({
      name: word,
      shared: true,
      actions: [resolve],
    });
    const rule = { name: word, on: 'ticket', when: { subject: word }, macroId } as const;
    const accent = { ...rule, when: { body: '\u0301' } };
    await expect(admin.trpc.rules.save.mutate(accent)).rejects.toMatchObject(
      refused('invalid-request'),
    );
    const second = admin.trpc.rules.save.mutate({ ...rule, name: name.toUpperCase() });
    await expect(second).rejects.toMatchObject(refused('rule-name-taken'));
  });
});
