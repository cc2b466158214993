import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLeitor } from '../../packages/sdk/src/index.ts';
import { openTicket, textFile } from '../attachments/attachment-helpers.ts';
import { answering, openQuizRoom } from '../quiz/quiz-fixtures.ts';

const faults = ['reset', 'lost', 'unavailable', 'limited', 'slow', 'none'] as const;
/** What it may do to a request; `none` passes it on. */
type Fault = (typeof faults)[number];

/** What a lossy proxy did to the requests that it was sent. */
type LossyProxy = Awaited<ReturnType<typeof startLossyProxy>>;

/**
 * A proxy that fails often: it resets before the service has the request, or after it has
 * responded, responds 503 or 429 itself, or is slow. The same seed gives the same faults.
 */
const startLossyProxy = async (target: string, seed: number) => {
  const counts = { reset: 0, lost: 0, unavailable: 0, limited: 0, slow: 0, none: 0 };
  let state = seed;
  const next = (): Fault => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    // Half of the requests fail or are slow.
    return faults[Math.floor((state / 2_147_483_648) * 10)] ?? 'none';
  };
  const server = createServer((req, res) => {
    const fault = next();
    counts[fault] += 1;
    if (fault === 'reset') return void req.socket.destroy();
    if (fault === 'unavailable' || fault === 'limited') {
      req.resume();
      const status = fault === 'limited' ? 429 : 503;
      return void req.on('end', () => res.writeHead(status, { 'retry-after': '0' }).end());
    }
    const onward = request(
      `${target}${req.url}`,
      { method: req.method, headers: req.headers },
      (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('end', () => {
          if (fault === 'lost') return void req.socket.destroy();
          const send = () =>
            res.writeHead(reply.statusCode ?? 502, reply.headers).end(Buffer.concat(chunks));
          if (fault === 'slow') setTimeout(send, 50);
          else send();
        });
      },
    );
    onward.on('error', () => req.socket.destroy());
    req.pipe(onward);
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

const calls = 500;
const atOnce = 25;

let room: Awaited<ReturnType<typeof openQuizRoom>>;
let proxy: LossyProxy;

beforeAll(async () => {
  room = await openQuizRoom({ ATTACHMENTS_PER_TICKET: '1000' });
  proxy = await startLossyProxy(room.url, 20_260_512);
});
afterAll(async () => {
  await proxy?.close();
  await room?.close();
});

/** Runs a task for each number, some at once; returns what was rejected. */
const rejectionsOf = async (task: (index: number) => Promise<unknown>): Promise<unknown[]> => {
  const waiting = Array.from({ length: calls }, (_, index) => index);
  const rejected: unknown[] = [];
  const work = async () => {
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      await task(index).catch((error: unknown) => rejected.push(error));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return rejected;
};

describe('through a proxy that resets, loses responses, and responds 503 and 429 itself', () => {
  let replayed = 0;
  beforeEach(() => {
    replayed = 0;
    for (const fault of Object.keys(proxy.counts) as Fault[]) proxy.counts[fault] = 0;
  });
  const expectLosses = () => {
    for (const [fault, count] of Object.entries(proxy.counts)) {
      expect(count, fault).toBeGreaterThan(25);
    }
    expect(replayed).toBeGreaterThan(25);
  };
  const client = (token: string) =>
    createLeitor({
      baseUrl: proxy.url,
      token,
      retries: 16,
      onResponse: (response) => {
        if (response.replayed) replayed += 1;
      },
    });

  it(`${calls} uploads are stored once each, and none is given up`, async () => {
    const ticket = await openTicket(room);
    const leitor = client(await room.token({ role: 'agent' }));
    const rejected = await rejectionsOf((index) =>
      leitor.uploadAttachments({
        id: ticket.id,
        arquivo: textFile(`${index}.txt`, `arquivo ${index}`),
      }),
    );
    expect(rejected).toEqual([]);
    const stored = await room.db
      .selectFrom('attachments')
      .select('name')
      .where('ticket_id', '=', ticket.id)
      .execute();
    expect(stored).toHaveLength(calls);
    expect(new Set(stored.map(({ name }) => name)).size).toBe(calls);
    expectLosses();
  });

  it(`${calls} readers submit a quiz once each, and none is given up`, async () => {
    const quiz = await room.aQuiz();
    const answers = answering(quiz, 8);
    const rejected = await rejectionsOf(async () => {
      const result = await client(await room.readerToken()).submitQuiz({
        quizId: quiz.id,
        answers,
      });
      expect(result.correctAnswers).toBe(8);
    });
    expect(rejected).toEqual([]);
    expectLosses();
  });
});
