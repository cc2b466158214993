import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { signToken } from '../../server/auth/tokens.ts';
import { testSecret } from '../harness.ts';
import { long } from './form.ts';
import { openJournal } from './journal.ts';
import { startLoad } from './load.ts';
import { hardlyAny, reckon, refusedShare } from './reckoning.ts';
import { openSite, type Site } from './site.ts';

const connections = 500;
const dripMs = 1_000;
const maxMs = 180_000;

/** Connects, sends the beginning, then a byte a second, and answers all that came until the connection was closed. */
const drip = async (port: number, beginning: string, drop: string): Promise<string> => {
  const socket: Socket = createConnection({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  socket.write(beginning);
  const dripping = setInterval(() => socket.write(drop), dripMs);
  const patience = setTimeout(() => socket.destroy(new Error('it was never closed')), maxMs);
  try {
    return await text(socket);
  } finally {
    clearInterval(dripping);
    clearTimeout(patience);
    socket.destroy();
  }
};

const openSockets = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

const expectCut = async (
  site: Site,
  name: string,
  beginning: () => Promise<string> | string,
  drop: string,
): Promise<void> => {
  const [station] = site.stations;
  if (!station) throw new Error('there is no station');
  const { pid = 0 } = station.process.child;
  const journal = openJournal();
  const load = await startLoad(site, journal, { workers: 4 });
  await load.progress(20);
  const before = openSockets(pid);
  const port = Number(new URL(station.url).port);
  const started = performance.now();
  let open = connections;
  const dripping = Array.from({ length: connections }, async () => {
    const answer = await drip(port, await beginning(), drop).catch((error) => String(error));
    open -= 1;
    return answer;
  });
  // While all of them are held, the service works.
  await load.progress(20);
  expect(open).toBe(connections);
  const answers = await Promise.all(dripping);
  const seconds = (performance.now() - started) / 1_000;
  const sound = answers.filter((answer) => {
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    return /^HTTP\/1.1 408 /.test(head) && /^\{"success":false,"message":".+"\}$/.test(body);
  });
  // A write that meets the closed door loses the answer on its way: some clients see the door alone.
  const told = answers.filter((answer) => !sound.includes(answer));
  expect(told.filter((answer) => !/ECONNRESET|EPIPE/.test(answer))).toEqual([]);
  expect(sound.length).toBeGreaterThan(connections / 2);
  process.stdout.write(
    `${name}: ${connections} connections cut after ${seconds.toFixed(1)} s at most, ${sound.length} with 408 in the envelope\n`,
  );
  await load.stop();
  for (let look = 0; openSockets(pid) > before + 20; look += 1) {
    if (look === 100) throw new Error(`${openSockets(pid)} open files, ${before} before`);
    await pause(100);
  }
  await reckon(name, site, journal, load);
  expect(refusedShare(site)).toBeLessThan(hardlyAny);
};

describe('500 connections that send a byte a second', () => {
  it('in their headers: the service works on, and cuts them', async () => {
    const site = await openSite();
    await expectCut(
      site,
      'slow headers',
      () => 'GET /support/tags HTTP/1.1\r\nHost: leitor\r\nX-Slow: ',
      'x',
    );
  });

  if (long) {
    it('in their bodies: the service works on, and cuts them', async () => {
      const site = await openSite();
      const expiresAt = new Date(Date.now() + 3_600_000);
      // Each is somebody else's: one person may not send so many a minute.
      const beginning = async () => {
        const email = `${crypto.randomUUID()}@exemplo.com.br`;
        const token = await signToken(testSecret, { role: 'agent', email }, { expiresAt });
        const head = [
          'POST /support/tags HTTP/1.1',
          'Host: leitor',
          `Authorization: Bearer ${token}`,
          'Content-Type: application/json',
          'Content-Length: 1000',
        ].join('\r\n');
        return `${head}\r\n\r\n{"name":"`;
      };
      await expectCut(site, 'slow bodies', beginning, 'x');
    });
  }
});
