import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { openPage, type Step } from './together-page.ts';
import { codeOf, newRecord, openTogetherWorld, type RunRecord } from './together-world.ts';

const world = await openTogetherWorld();
afterAll(() => world.close());
const { desk, fixture, people } = world;

const aStep: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(
    ...(['read', 'read', 'reply', 'reply', 'reply', 'retry', 'reuse', 'save', 'save'] as const),
    ...(['discard', 'draft', 'approve', 'approve', 'undo', 'show', 'customer writes'] as const),
  ),
  pick: fc.nat(11),
  copies: fc.integer({ min: 1, max: 3 }),
  cut: fc.boolean(),
  undoSeconds: fc.constantFrom(0, 600),
});
/** What each of the twelve pages does, all at once. */
const aDay = fc.array(fc.array(aStep, { minLength: 15, maxLength: 20, size: 'max' }), {
  minLength: 12,
  maxLength: 12,
  size: 'max',
});

interface Entry {
  action: string;
  before: unknown;
  after: unknown;
}

/**
 * The trail of a ticket, oldest first: everybody who writes on it locks it, so this is the order in
 * which it happened.
 */
const trailOf = async (ticket: number): Promise<Entry[]> => {
  const { items } = await desk.audit.list.query({ target: `ticket:${ticket}`, limit: 1_000 });
  return items.reverse().map(({ action, changes: [change] }) => ({
    action,
    before: change?.before,
    after: change?.after,
  }));
};

/**
 * Repeats the trail of a ticket in memory: each reply must have seen the newest message, and what
 * is left is what is stored.
 */
const repeatTrail = async (ticket: number, record: RunRecord): Promise<void> => {
  const stored = (await fixture.messagesOf(ticket)).map(({ id }) => id);
  const byMessage = new Map([...record.replies.values()].map((reply) => [reply.messageId, reply]));
  const live = new Set(stored.slice(0, 1));
  for (const { action, before, after } of await trailOf(ticket)) {
    if (action === 'outbox.undo') expect(live.delete(Number(before))).toBe(true);
    if (action !== 'tickets.addMessage') continue;
    const reply = byMessage.get(Number(after));
    if (reply) expect(Math.max(...live)).toBeLessThanOrEqual(reply.lastSeen);
    live.add(Number(after));
  }
  expect([...live]).toEqual(stored);
};

/** One message and one mail for each key that was accepted, and none for another. */
const compareReplies = async (record: RunRecord): Promise<void> => {
  const replies = [...record.replies.values()];
  const sent = replies.filter(({ state }) => state === 'sent');
  expect(replies.filter(({ state }) => state === 'unknown')).toEqual([]);
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(sent.length);
  const kept = sent.filter(({ undone }) => !undone);
  for (const ticket of record.tickets) {
    const messages = (await fixture.messagesOf(ticket)).filter(
      ({ origin }) => origin !== 'requester',
    );
    const here = kept.filter((reply) => reply.ticket === ticket);
    const byId = (a: number, b: number) => a - b;
    expect(messages.map(({ id }) => id)).toEqual(
      here.map(({ messageId = 0 }) => messageId).sort(byId),
    );
    const { rows } = await sql<{ id: number; left: boolean }>`
      select message_id as id, status <> 'pending' as left from outbox where ticket_id = ${ticket} order by 1`.execute(
      world.db,
    );
    expect(rows.map(({ id }) => id)).toEqual(messages.map(({ id }) => id));
  }
};

/**
 * Every revision is of one change, and the last one is what is stored: no text came back that was
 * sent, discarded or replaced.
 */
const compareTexts = async (record: RunRecord): Promise<void> => {
  for (const { email, clients } of people) {
    for (const ticket of record.tickets) {
      const isHere = (thing: { agent: string; ticket: number }) =>
        thing.agent === email && thing.ticket === ticket;
      const written = record.written.filter(isHere);
      const sends = [...record.replies.values()].filter(
        (reply) => isHere(reply) && reply.state === 'sent',
      );
      const stored = await clients[0]?.tickets.composing.get.query({ id: ticket });
      expect(stored?.revision).toBe(written.length + sends.length);
      const revisions = new Set(written.map(({ revision }) => revision));
      expect(revisions.size).toBe(written.length);
      const last = written.find(({ revision }) => revision === stored?.revision);
      expect(stored?.html).toBe(last?.html ?? null);
    }
  }
};

describe('six agents at once, each on two pages of two processes', () => {
  it('lose nothing, send nothing twice and overwrite nothing unseen', async () => {
    const totals: Record<string, number> = {};
    let mails = 0;
    const property = fc.asyncProperty(aDay, async (day) => {
      const record = newRecord([await fixture.openTicket(), await fixture.openTicket()]);
      const pages = day.map((_, index) => {
        const { email: agent, clients } = people[index % people.length] ?? {
          email: '',
          clients: [],
        };
        return openPage(world, record, {
          agent,
          clients: index < 6 ? clients : clients.toReversed(),
        });
      });
      await Promise.all(pages.map((page, index) => page.perform(day[index] ?? [])));
      await Promise.all(pages.map((page) => page.leave()));

      for (const ticket of record.tickets) await repeatTrail(ticket, record);
      await compareReplies(record);
      await compareTexts(record);
      const atOnce = [...record.replies.values()].filter(
        ({ state, undoSeconds }) => state === 'sent' && undoSeconds === 0,
      );
      mails += atOnce.length;
      await expect.poll(() => fixture.smtp.mails.length).toBe(mails);
      for (const id of record.tickets) {
        expect(await desk.tickets.presence.mutate({ id, state: 'left' })).toEqual({ others: [] });
      }
      for (const [what, times] of Object.entries(record.counts)) {
        totals[what] = (totals[what] ?? 0) + times;
      }
      totals.sent =
        (totals.sent ?? 0) +
        [...record.replies.values()].filter(({ state }) => state === 'sent').length;
    });
    await fc.assert(property, { numRuns: 3, endOnFailure: true });
    for (const what of ['sent', 'newer-message', 'composing-changed', 'lost', 'undo', 'approve']) {
      expect([what, totals[what]]).toEqual([what, expect.any(Number)]);
    }
  });
});

describe('a process that dies while it saves a reply', () => {
  it('leaves the key to the next request, which was waiting for it', async () => {
    const id = await fixture.openTicket();
    const [here, there] = people[0]?.clients ?? [];
    const reply = { id, html: 'Oi', requestKey: crypto.randomUUID() };
    /** The backends that wait for a lock with a statement like this. */
    const waiting = async (statement: string) => {
      const { rows } = await sql<{ pid: number }>`
        select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like ${`%${statement}%`}`.execute(world.db);
      return rows;
    };
    const held = await world.db.startTransaction().execute();
    await sql`select from tickets where id = ${id} for update`.execute(held);
    const first = here?.tickets.reply.mutate(reply).catch(codeOf);
    await expect.poll(() => waiting('from "tickets"')).toHaveLength(1);
    const second = there?.tickets.reply.mutate(reply);
    await expect.poll(() => waiting('insert into "idempotency_keys"')).toHaveLength(1);
    const [dying] = await waiting('from "tickets"');
    await sql`select pg_terminate_backend(${dying?.pid})`.execute(world.db);
    expect(await first).toBe('unavailable');
    await expect.poll(() => waiting('from "tickets"')).toHaveLength(1);
    await held.rollback().execute();
    const sent = await second;
    expect(await here?.tickets.reply.mutate(reply)).toEqual(sent);
    expect(await fixture.messagesOf(id)).toHaveLength(2);
  });
});
