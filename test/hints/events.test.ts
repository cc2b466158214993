import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { insertHint, readHints } from '../../db/hints/hints.ts';
import type { Role } from '../../server/config/roles.ts';
import { startApp } from '../harness.ts';
import { type EventStream, openEventStream } from './event-stream.ts';

const app = await startApp();
afterAll(() => app.close());
const { db } = app.service.contextFor('test');
const agent = await app.trpc({ role: 'agent' });
const opened: EventStream[] = [];
afterEach(() => {
  for (const stream of opened.splice(0)) stream.leave();
});

const headersOf = async (role: Role, email?: string) => ({
  authorization: `Bearer ${await app.token({ role, ...(email && { email }) })}`,
});
const open = async (role: Role = 'agent', lastEventId?: string) => {
  const stream = await openEventStream(app.internalUrl, await headersOf(role), lastEventId);
  opened.push(stream);
  return stream;
};
const newTicket = () =>
  agent.tickets.create.mutate({ subject: 'Pauta', body: 'Olá', main: 'Entrega' });

describe('GET /console/events', () => {
  it('sends a hint for each change, without content, to all who are there', async () => {
    const [one, other] = [await open('agent'), await open('admin')];
    const { id } = await newTicket();
    await one.receives(`ticket:${id}`);
    await other.receives(`ticket:${id}`);
    expect(one.response.headers.get('content-type')).toBe('text/event-stream');
    expect(one.response.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(one.response.headers.get('x-accel-buffering')).toBe('no');
    expect(one.response.headers.get('content-encoding')).toBeNull();
    expect(one.text).toMatch(/^retry: \d+\nid: [\d.-]+\n\n/);
    expect(one.text).not.toContain('Pauta');
  });

  it('sends hints of the quiz to editors and administrators alone', async () => {
    const [low, high] = [await open('agent'), await open('admin')];
    const quiz = `quiz:${crypto.randomUUID()}` as const;
    await insertHint(db, quiz);
    await high.receives(quiz);
    await insertHint(db, 'presence:8');
    await low.receives('presence:8');
    expect(low.data()).not.toContain(quiz);
  });

  it('ends streams when the service stops', async () => {
    const stopping = await startApp();
    const authorization = `Bearer ${await stopping.token({ role: 'agent' })}`;
    const stream = await openEventStream(stopping.internalUrl, { authorization });
    await stopping.close();
    await stream.ends();
  });
});

describe('a stream that was away', () => {
  it('sends missed hints after a reconnection', async () => {
    const before = await open();
    before.leave();
    const [one, two] = [await newTicket(), await newTicket()];
    const after = await open('agent', before.lastEventId);
    await after.receives(`ticket:${one.id}`, `ticket:${two.id}`);
    expect(after.data()).not.toContain('reset');
  });

  it('repeats no hint after a reconnection', async () => {
    const witness = await open();
    await insertHint(db, 'presence:11');
    await witness.receives('presence:11');
    // A hint may arrive twice while a transaction of before it is open anywhere on the server.
    const repeated = async () => {
      const before = await open();
      const after = await open('agent', before.lastEventId);
      await insertHint(db, 'presence:12');
      await after.receives('presence:12');
      return after.data().includes('presence:11');
    };
    await expect.poll(repeated).toBe(false);
  });

  it.each([
    ['is older than hints are stored', (id: string) => id.replace(/\.\d+/, '.1000')],
    ['is none', () => "1-1-1.1.1'; select 1"],
  ])('and whose id %s is told to fetch everything, and disturbs nobody', async (_, change) => {
    const neighbour = await open();
    const stream = await open('agent', change(neighbour.lastEventId));
    await stream.receives('reset');
    expect(stream.events).toEqual([{ type: 'reset', data: 'reset' }]);
    const { id } = await newTicket();
    for (const one of [stream, neighbour]) await one.receives(`ticket:${id}`);
  });
});

describe('hints', () => {
  it('deletes hints after an hour', async () => {
    await sql`delete from hints`.execute(db);
    await insertHint(db, 'presence:1');
    await insertHint(db, 'presence:2');
    await sql`update hints set at = at - case target when 'presence:1' then interval '1 hour' else interval '59 minutes' end`.execute(
      db,
    );
    const admin = await app.trpc();
    await admin.jobs.run.mutate({ name: 'idempotency-cleanup' });
    const left = await db.selectFrom('hints').select('target').execute();
    expect(left).toEqual([{ target: 'presence:2' }]);
  });

  it('ignores hints of a restored dump', async () => {
    const { position } = await readHints(db, [], 0);
    await sql`insert into hints (xact, target) values ('999999999999', 'ticket:1')`.execute(db);
    const { targets } = await readHints(db, [position.snapshot], 10);
    expect(targets.get(position.snapshot)).toEqual([]);
  });
});
