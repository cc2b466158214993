import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LeitorOptions } from '../../packages/sdk/src/index.ts';
import { openChangeRoom } from '../idempotency/changes.ts';

const faults = ['reset', 'lost', 'cut', 'twice', 'unavailable', 'limited', 'slow'] as const;
/** What it may do to a request. */
type Fault = (typeof faults)[number];

/** What a lossy proxy did to the requests that it was sent. */
type LossyProxy = Awaited<ReturnType<typeof startLossyProxy>>;

/**
 * A proxy that fails often: it resets before the service has the request, or after it has
 * responded, cuts the response off, sends the request twice, responds 503 or 429 itself, or is
 * slow. The same seed gives the same faults.
 */
const startLossyProxy = async (target: string, seed: number) => {
  const counts = { reset: 0, lost: 0, cut: 0, twice: 0, unavailable: 0, limited: 0, slow: 0 };
  let seen = 0;
  /** More than half of the requests fail or are slow. */
  const next = (): Fault | undefined => {
    seen += 1;
    return faults[createHash('sha256').update(`${seed}/${seen}`).digest().readUInt32BE() % 12];
  };
  const forward = async (req: IncomingMessage, body: Buffer) => {
    const { method, headers } = req;
    const onward = request(`${target}${req.url}`, { method, headers });
    onward.end(body);
    const [reply]: IncomingMessage[] = await once(onward, 'response');
    if (!reply) throw new Error('no response');
    const { 'transfer-encoding': _, ...rest } = reply.headers;
    const whole = await buffer(reply);
    const sent = { ...rest, 'content-length': whole.length };
    return { status: reply.statusCode ?? 502, headers: sent, body: whole };
  };
  const server = createServer(async (req, res) => {
    const fault = next();
    if (fault) counts[fault] += 1;
    if (fault === 'reset') return void req.socket.destroy();
    const body = await buffer(req);
    if (fault === 'unavailable' || fault === 'limited') {
      const status = fault === 'limited' ? 429 : 503;
      return void res.writeHead(status, { 'retry-after': '0' }).end();
    }
    if (fault === 'twice') forward(req, body).catch(() => undefined);
    const reply = await forward(req, body).catch(() => undefined);
    if (!reply || fault === 'lost') return void req.socket.destroy();
    if (fault === 'slow') await setTimeout(50);
    res.writeHead(reply.status, reply.headers);
    if (fault !== 'cut') return void res.end(reply.body);
    const half = reply.body.subarray(0, reply.body.length / 2);
    res.write(half, () => req.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

const atOnce = 25;

let room: Awaited<ReturnType<typeof openChangeRoom>>;
let proxy: LossyProxy;

beforeAll(async () => {
  room = await openChangeRoom({ ATTACHMENTS_PER_TICKET: '1000' });
  proxy = await startLossyProxy(room.url, 20_260_512);
});
afterAll(async () => {
  await proxy?.close();
  await room?.close();
});

/** Runs a task for each number, some at once; returns what was rejected. */
const rejectionsOf = async (task: () => Promise<unknown>, length: number): Promise<unknown[]> => {
  const waiting = Array.from({ length }, (_, index) => index);
  const rejected: unknown[] = [];
  const work = async () => {
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      await task().catch((error: unknown) => rejected.push(error));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return rejected;
};

describe('through a proxy that resets, loses, cuts off and doubles, and responds 503 and 429 itself', () => {
  let replayed = 0;
  beforeEach(() => {
    replayed = 0;
    for (const fault of Object.keys(proxy.counts) as Fault[]) proxy.counts[fault] = 0;
  });
  const expectLosses = () => {
    for (const [fault, count] of Object.entries(proxy.counts)) {
      expect(count, fault).toBeGreaterThan(5);
    }
    expect(replayed).toBeGreaterThan(5);
  };
  const countReplay: LeitorOptions['onResponse'] = (response) => {
    if (response.replayed) replayed += 1;
  };
  const perOperation = 8;
  /** Calls an operation many times, each as another person; returns how often each happened. */
  const callOften = async (
    { act, shows, prepare }: (typeof room.changes)[string],
    options: Partial<LeitorOptions> = {},
    times = perOperation,
  ) => {
    const happened: { ok: boolean; acts: number | undefined; shown: unknown }[] = [];
    const rejected = await rejectionsOf(async () => {
      const email = room.anEmail();
      const send = await prepare(await room.leitorOf(email));
      const lossy = { baseUrl: proxy.url, retries: 16, onResponse: countReplay, ...options };
      const { status, body } = await send(await room.leitorOf(email, lossy));
      const data = body && 'data' in body ? body.data : undefined;
      const acts = act ? await room.countActs(email, act) : undefined;
      happened.push({ ok: status < 300, acts, shown: shows?.({ ...data }) });
    }, times);
    expect(rejected).toEqual([]);
    return happened;
  };

  it('every change happens once, and its caller gets the response', async () => {
    const { generateQuiz, ...others } = room.changes;
    for (const [name, change] of Object.entries(others)) {
      const once = {
        ok: true,
        acts: change.act ? 1 : undefined,
        shown: change.shows ? true : undefined,
      };
      const expected = Array.from({ length: perOperation }, () => once);
      expect(await callOften(change), name).toEqual(expected);
    }
    for (let day = 1; generateQuiz && day <= 3; day += 1) {
      expect(await callOften(generateQuiz, {}, 1)).toMatchObject([{ ok: true, shown: true }]);
    }
    expectLosses();
  });
});
