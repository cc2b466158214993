import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const { db } = app.service.contextFor('test');
const ana = await app.trpc({ role: 'agent', email: 'ana@leitor.com.br', name: 'Ana Lima' });
const bia = await app.trpc({ role: 'agent', email: 'bia@leitor.com.br' });

const aTicket = async () =>
  (await ana.tickets.create.mutate({ subject: 'Oi', body: 'Olá', main: 'Entrega' })).id;
type State = 'viewing' | 'typing' | 'left';
const show = async (by: typeof ana, id: number, state: State) =>
  (await by.tickets.presence.mutate({ id, state })).others;
/** Lets the database's clock go on for all rows. */
const pass = (seconds: number) =>
  sql`update ticket_presence set seen_at = seen_at - make_interval(secs => ${seconds}::float8)`.execute(
    db,
  );
const hintsOf = async (id: number) =>
  (await db.selectFrom('hints').select('at').where('target', '=', `presence:${id}`).execute())
    .length;
const seesAna = (state: State) => [{ email: 'ana@leitor.com.br', name: 'Ana Lima', state }];
const seesBia = [{ email: 'bia@leitor.com.br', name: null, state: 'viewing' }];

describe('tickets.presence', () => {
  it('shows the others on the same ticket, and what they do, until they leave', async () => {
    const [id, other] = [await aTicket(), await aTicket()];
    expect(await show(ana, id, 'viewing')).toEqual([]);
    expect(await show(bia, id, 'viewing')).toEqual(seesAna('viewing'));
    expect(await show(bia, other, 'typing')).toEqual([]);
    expect(await show(ana, id, 'typing')).toEqual(seesBia);
    expect(await show(bia, id, 'viewing')).toEqual(seesAna('typing'));
    expect(await show(bia, other, 'left')).toEqual([]);
    expect(await show(ana, id, 'left')).toEqual(seesBia);
    expect(await show(ana, id, 'left')).toEqual(seesBia);
    expect(await show(bia, id, 'viewing')).toEqual([]);
  });

  it('forgets presence after 30 seconds', async () => {
    const id = await aTicket();
    await show(ana, id, 'viewing');
    await pass(29);
    expect(await show(bia, id, 'viewing')).toEqual(seesAna('viewing'));
    await show(ana, id, 'viewing');
    await pass(29);
    expect(await show(bia, id, 'viewing')).toEqual(seesAna('viewing'));
    await pass(1);
    expect(await show(bia, id, 'viewing')).toEqual([]);
    await pass(31);
    await show(ana, await aTicket(), 'left');
    expect(await db.selectFrom('ticket_presence').selectAll().execute()).toEqual([]);
  });

  it('emits a hint when presence changes, not when it is renewed', async () => {
    const id = await aTicket();
    for (const [state, hints] of [
      ['viewing', 1],
      ['viewing', 1],
      ['typing', 2],
      ['left', 3],
      ['left', 3],
    ] as const) {
      await show(ana, id, state);
      expect(await hintsOf(id)).toBe(hints);
    }
    await show(ana, id, 'viewing');
    await pass(31);
    await show(ana, await aTicket(), 'viewing');
    expect(await hintsOf(id)).toBe(5);
  });
});
