import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Role } from '../../server/config/roles.ts';
import type { Actor } from '../../server/core/context.ts';
import { AppError } from '../../server/core/errors.ts';
import { idOf, parseId, reaches } from '../../server/hints/position.ts';
import { createHintStreams, type HintStreams } from '../../server/hints/streams.ts';
import { stubDatabase } from '../db/stub-database.ts';
import { loggerInto } from '../support/logger.ts';

/** What the database knows and how it is asked: when, and for how many hints. */
const database = { targets: [] as string[], isAway: false, asked: [] as unknown[][] };
const said: string[] = [];
const wrote: string[] = [];
let streams: HintStreams;
let authenticated: number[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: 0 });
  Object.assign(database, { targets: [], isAway: false });
  for (const list of [database.asked, said, wrote]) list.length = 0;
  authenticated = [];
  const db = stubDatabase(async ({ parameters: [limit, snapshots] }) => {
    database.asked.push([Date.now(), limit]);
    if (database.isAway) throw new Error('away');
    const position = { origin: '1', at: 0, snapshot: '5:5:' };
    const rows = [...(snapshots as string[]), null].map((since) => ({
      ...position,
      since,
      targets: database.targets,
    }));
    return { rows: rows as never[] };
  });
  const log = loggerInto(said);
  const replicas = { pick: () => undefined, staleness: () => [], close: async () => {} };
  const writers = {
    add: async (writer: string) => void wrote.push(writer),
    includes: async () => false,
  };
  streams = createHintStreams({ db, reads: { replicas, writers }, now: () => new Date() }, log);
});
afterEach(() => {
  streams.end();
  vi.useRealTimers();
});

interface Caller {
  writableLength?: number;
  /** Whether the caller has left already. */
  closed?: boolean;
  authenticate?: () => Promise<Actor>;
}

/** Opens a stream of a person, who lets so many bytes wait. */
const open = async (
  subject = 'ana',
  { writableLength = 0, closed = false, authenticate = async () => actorOf(subject) }: Caller = {},
) => {
  const sent = { text: '', isDestroyed: false, isEnded: false };
  const res = Object.assign(new EventEmitter(), {
    writableLength,
    closed,
    writeHead: () => undefined,
    write: (text: string) => {
      sent.text += text;
    },
    end: () => {
      sent.isEnded = true;
    },
    destroy: () => {
      sent.isDestroyed = true;
    },
  });
  const authenticateNow = () => {
    authenticated.push(Date.now());
    return authenticate();
  };
  const subscriber = { actor: actorOf(subject), authenticate: authenticateNow };
  await streams.open(res as unknown as Response, subscriber, undefined);
  return Object.assign(sent, { leave: () => res.emit('close') });
};
const actorOf = (subject: string, role: Role = 'agent'): Actor => ({
  kind: 'person',
  subject,
  role,
});

it('reads hints twice a second for an open stream and checks the caller every two seconds', async () => {
  await vi.advanceTimersByTimeAsync(2_000);
  expect(database.asked).toEqual([]);
  const { text } = await open();
  expect(text).toBe('retry: 2000\nid: 1.0.5\n\n');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(database.asked.map(([at]) => at)).toEqual([2_000, 2_500, 3_000, 3_500, 4_000]);
  expect(authenticated).toEqual([4_000]);
});

it('logs each outage of the database once', async () => {
  await open();
  for (const times of [1, 2]) {
    database.isAway = true;
    await vi.advanceTimersByTimeAsync(1_500);
    expect(said).toEqual(Array(times).fill('could not read hints'));
    database.isAway = false;
    await vi.advanceTimersByTimeAsync(500);
  }
});

it.each([
  [200, 200, 0],
  [201, 0, 1],
])('%i things at once are sent as %i hints and %i resets', async (things, hints, resets) => {
  const stream = await open();
  database.targets = Array.from({ length: things }, (_, n) => `ticket:${n}`);
  await vi.advanceTimersByTimeAsync(500);
  expect(database.asked.at(-1)).toEqual([500, 201]);
  expect(stream.text.match(/^data: ticket:\d+$/gm) ?? []).toHaveLength(hints);
  expect(stream.text.match(/^event: reset\ndata: reset$/gm) ?? []).toHaveLength(resets);
});

it.each([
  [65_536, false],
  [65_537, true],
])('a stream whose caller lets %i bytes wait is closed: %s', async (bytes, isClosed) => {
  expect((await open('ana', { writableLength: bytes })).isDestroyed).toBe(isClosed);
});

it('has four thousand streams a process at most', async () => {
  await open('ana', { closed: true });
  const { leave } = await open();
  for (let n = 1; n < 4_000; n += 1) await open(String(n));
  await expect(open('bia')).rejects.toMatchObject({ code: 'unavailable' });
  leave();
  await open();
});

it('keeps a stream through an outage of authentication, and ends it once its caller is refused', async () => {
  const callers: Record<string, () => Promise<Actor>> = {
    unavailable: () => Promise.reject(new AppError('unavailable')),
    broken: () => Promise.reject(new Error('broken')),
    revoked: () => Promise.reject(new AppError('invalid-token')),
    reader: async () => actorOf('reader', 'reader'),
    editor: async () => actorOf('editor', 'editor'),
  };
  const opened: [string, Awaited<ReturnType<typeof open>>][] = [];
  for (const [name, authenticate] of Object.entries(callers))
    opened.push([name, await open(name, { authenticate })]);
  await vi.advanceTimersByTimeAsync(2_000);
  const left = opened.filter(([, { isEnded }]) => !isEnded);
  expect(left.map(([name]) => name)).toEqual(['unavailable', 'broken', 'editor']);
  database.targets = ['quiz:1'];
  await vi.advanceTimersByTimeAsync(500);
  const start = 'retry: 2000\nid: 1.0.5\n\n';
  // What it is told of has changed with the role, and is read where it was written.
  expect(left.map(([, { text }]) => text)).toEqual([
    start,
    start,
    `${start}data: quiz:1\nid: 1.0.5\n\n`,
  ]);
  expect(wrote).toEqual(['person:editor']);
});

it('sends a line with the id to reconnect with every 15 s on a stream without hints', async () => {
  const stream = await open();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(stream.text.split('\n\n').slice(1)).toEqual([':\nid: 1.0.5', ':\nid: 1.0.5', '']);
});

it('ends a new stream at once if all have ended', async () => {
  const stream = await open();
  streams.end();
  expect([stream.isEnded, (await open()).isEnded]).toEqual([true, true]);
});

const position = { origin: '1-1-5', at: 5_000, snapshot: '20:30:' };

it.each([
  ['of now', {}, true],
  ['half an hour old', { at: 3_200 }, true],
  ['a second older', { at: 3_199 }, false],
  ['of the last transaction', { snapshot: '30:30:' }, true],
  ['of one to come', { snapshot: '31:31:' }, false],
  ['of another database', { origin: '1-1-6' }, false],
])('what is stored reaches a position %s: %o: %s', (_, change, isReached) => {
  expect(reaches({ ...position, ...change }, position)).toBe(isReached);
});

it('reads a position from the id of an event, and from nothing else', () => {
  expect(parseId(idOf(position))).toEqual({ ...position, snapshot: '20:20:' });
  for (const text of ['x', '1.2', '1-1-1.0.0', `1.1.${'9'.repeat(40)}`, '1.1.1 ', ' 1.1.1'])
    expect(parseId(text)).toBeUndefined();
});
