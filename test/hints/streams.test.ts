import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Actor } from '../../server/context.ts';
import { createHintStreams, type HintStreams } from '../../server/hints/streams.ts';
import { stubDatabase } from '../db/stub-database.ts';

/** What the database knows and how it is asked: when, and for how many hints. */
const database = { targets: [] as string[], isAway: false, asked: [] as unknown[][] };
const said: string[] = [];
let streams: HintStreams;
let authenticated: number[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: 0 });
  Object.assign(database, { targets: [], isAway: false });
  for (const list of [database.asked, said]) list.length = 0;
  authenticated = [];
  const db = stubDatabase(async ({ parameters: [limit, snapshots] }) => {
    database.asked.push([Date.now(), limit]);
    if (database.isAway) throw new Error('away');
    const position = { origin: '1', at: 0, snapshot: '5:5:' };
    const rows = [...(snapshots as string[]), null].map((since) => ({
      ...{ ...position, since, targets: database.targets },
    }));
    return { rows: rows as never[] };
  });
  const log = pino({}, { write: (line: string) => void said.push(JSON.parse(line).msg) });
  streams = createHintStreams({ db, reads: undefined, now: () => new Date() }, log);
});
afterEach(() => {
  streams.end();
  vi.useRealTimers();
});

/** Opens a stream of a person, who lets so many bytes wait. */
const open = async (subject = 'ana', writableLength = 0) => {
  const sent = { text: '', isDestroyed: false };
  const res = Object.assign(new EventEmitter(), {
    ...{ writableLength, writeHead: () => undefined, end: () => undefined },
    write: (text: string) => {
      sent.text += text;
    },
    destroy: () => {
      sent.isDestroyed = true;
    },
  });
  const actor: Actor = { kind: 'person', subject, role: 'agent' };
  const authenticate = async () => {
    authenticated.push(Date.now());
    return actor;
  };
  await streams.open(res as unknown as Response, { actor, authenticate }, undefined);
  return sent;
};

it('hints are read twice a second and the caller checked every two seconds, while there is a stream', async () => {
  await vi.advanceTimersByTimeAsync(2_000);
  expect(database.asked).toEqual([]);
  const { text } = await open();
  expect(text).toBe('retry: 2000\nid: 1.0.5\n\n');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(database.asked.map(([at]) => at)).toEqual([2_000, 2_500, 3_000, 3_500, 4_000]);
  expect(authenticated).toEqual([4_000]);
});

it('an outage of the database is logged once, each time', async () => {
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
  expect((await open('ana', bytes)).isDestroyed).toBe(isClosed);
});

it('a process has four thousand streams at most', async () => {
  for (let n = 0; n < 4_000; n += 1) await open(String(n));
  await expect(open()).rejects.toMatchObject({ code: 'unavailable' });
});
