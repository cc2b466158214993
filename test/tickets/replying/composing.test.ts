import { afterAll, describe, expect, it } from 'vitest';
import { startReplyFixture } from '../../replies/reply-fixtures.ts';

const clock = { now: new Date('2026-03-10T15:00:00Z') };
const fixture = await startReplyFixture({
  env: { RETENTION_TICKETS_DAYS: '10' },
  now: () => clock.now,
});
afterAll(() => fixture.close());
const { app, openTicket } = fixture;
const ana = await app.trpc({ role: 'agent', email: 'ana@leitor.com.br' });
const bia = await app.trpc({ role: 'agent', email: 'bia@leitor.com.br' });
const admin = await app.trpc();

const { composing } = ana.tickets;
const changed = (state: number) => ({
  data: { code: 'CONFLICT', errorCode: 'composing-changed', state: String(state) },
});
const nothing = (revision: number) => ({
  html: null,
  revision,
  savedAt: null,
});

describe('what an agent is writing', () => {
  it('stores one unsent text for each agent and ticket', async () => {
    const [id, other] = [await openTicket(), await openTicket()];
    await composing.save.mutate({ id, html: '<p>Oi</p>', revision: 0 });
    const saved = { html: 'De Bia', revision: 1, savedAt: clock.now.toISOString() };
    await bia.tickets.composing.save.mutate({ id, html: 'De Bia', revision: 0 });
    expect(await composing.get.query({ id: other })).toEqual(nothing(0));
    expect(await composing.save.mutate({ id, html: 'Olá', revision: 1 })).toEqual({ revision: 2 });
    expect(await composing.get.query({ id })).toEqual({ ...saved, html: 'Olá', revision: 2 });
    expect(await bia.tickets.composing.get.query({ id })).toEqual(saved);
  });

  it('refuses to save over another revision', async () => {
    const id = await openTicket();
    await composing.save.mutate({ id, html: 'um', revision: 0 });
    await composing.save.mutate({ id, html: 'dois', revision: 1 });
    for (const [revision, html] of [
      [0, 'de outra página'],
      [1, ''],
      [3, '<p></p>'],
    ] as const) {
      const save = composing.save.mutate({ id, html, revision });
      await expect(save).rejects.toMatchObject(changed(2));
    }
    expect(await composing.get.query({ id })).toMatchObject({ html: 'dois', revision: 2 });
    await composing.save.mutate({ id, html: '', revision: 2 });
    expect(await composing.get.query({ id })).toMatchObject({ html: '', revision: 3 });
  });

  it('sanitises an unsent text as a reply, except plain text', async () => {
    const id = await openTicket();
    const html = '<p onclick="x()">Olá, {{nome}}<img src="x"><script>x</script></p>';
    await composing.save.mutate({ id, html, revision: 0 });
    expect((await composing.get.query({ id })).html).toBe('<p>Olá, {{nome}}</p>');
    const plain = `5 < 6 & 7\n${'a'.repeat(49_990)}`;
    await composing.save.mutate({ id, html: plain, revision: 1 });
    expect((await composing.get.query({ id })).html).toBe(plain);
    await expect(
      composing.save.mutate({ id, html: 'a'.repeat(50_001), revision: 2 }),
    ).rejects.toMatchObject({ data: { errorCode: 'invalid-request', field: 'html' } });
  });

  it('refuses to save a text that was discarded', async () => {
    const id = await openTicket();
    await composing.save.mutate({ id, html: 'um', revision: 0 });
    expect(await composing.discard.mutate({ id })).toEqual({ revision: 2 });
    await expect(composing.save.mutate({ id, html: 'um', revision: 1 })).rejects.toMatchObject(
      changed(2),
    );
    expect(await composing.get.query({ id })).toEqual(nothing(2));
    expect(await composing.save.mutate({ id, html: 'novo', revision: 2 })).toEqual({ revision: 3 });
  });

  it('clears the unsent text with its reply, and refuses late saves', async () => {
    const [id, unsaved] = [await openTicket(), await openTicket()];
    await composing.save.mutate({ id, html: 'Oi', revision: 0 });
    await bia.tickets.composing.save.mutate({ id, html: 'De Bia', revision: 0 });
    for (const ticket of [id, unsaved]) await ana.tickets.reply.mutate({ id: ticket, html: 'Oi' });
    await expect(composing.save.mutate({ id, html: 'Oi', revision: 1 })).rejects.toMatchObject(
      changed(2),
    );
    await expect(
      composing.save.mutate({ id: unsaved, html: 'Oi', revision: 0 }),
    ).rejects.toMatchObject(changed(1));
    expect(await composing.get.query({ id })).toEqual(nothing(2));
    expect(await bia.tickets.composing.get.query({ id })).toMatchObject({ html: 'De Bia' });
  });

  it('refuses a reply that another unsent text would be lost by', async () => {
    const id = await openTicket();
    await composing.save.mutate({ id, html: 'De outra janela', revision: 0 });
    const reply = { id, html: 'Oi', composingRevision: 0 };
    await expect(ana.tickets.reply.mutate(reply)).rejects.toMatchObject(changed(1));
    await ana.tickets.reply.mutate({ ...reply, composingRevision: 1 });
    expect(await composing.get.query({ id })).toEqual(nothing(2));
  });

  it('deletes unsent texts after 30 days', async () => {
    const [old, saved, discarded] = [await openTicket(), await openTicket(), await openTicket()];
    const ids = [old, saved, discarded];
    for (const id of ids) await composing.save.mutate({ id, html: 'a', revision: 0 });
    clock.now = new Date(clock.now.getTime() + 1);
    await composing.save.mutate({ id: saved, html: 'a', revision: 1 });
    await composing.discard.mutate({ id: discarded });
    clock.now = new Date(clock.now.getTime() + 30 * 86_400_000);
    await admin.jobs.run.mutate({ name: 'forget-reply-batches' });
    const left = await Promise.all(ids.map((id) => composing.get.query({ id })));
    expect(left.map(({ revision }) => revision)).toEqual([0, 2, 2]);
  });
});
