import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { signedToken } from '../harness.ts';
import { type FaultEnvironment, startFaultEnvironment } from './fault-environment.ts';
import { openJournal } from './journal.ts';
import { startLoad } from './load.ts';
import { long } from './profile.ts';
import { maxRefusedShare, refusedShare, verifyOutcome } from './verify-outcome.ts';

const connections = 500;
const dripMs = 1_000;
const maxMs = 180_000;

/**
 * Sends the first bytes, then one byte a second; returns what was received until the connection
 * closed.
 */
const drip = async (port: number, beginning: string, drop: string): Promise<string> => {
  const socket: Socket = createConnection({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  socket.write(beginning);
  const dripping = setInterval(() => socket.write(drop), dripMs);
  const deadline = setTimeout(
    () => socket.destroy(new Error('the connection was never closed')),
    maxMs,
  );
  try {
    return await text(socket);
  } finally {
    clearInterval(dripping);
    clearTimeout(deadline);
    socket.destroy();
  }
};

const openSockets = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

const expectCut = async (
  environment: FaultEnvironment,
  name: string,
  beginning: () => Promise<string> | string,
  drop: string,
): Promise<void> => {
  const [handle] = environment.processes;
  if (!handle) throw new Error('no process');
  const { pid = 0 } = handle.process.child;
  const journal = openJournal();
  const load = await startLoad(environment, journal, { workers: 4 });
  await load.progress(20);
  const before = openSockets(pid);
  const port = Number(new URL(handle.url).port);
  const started = performance.now();
  let open = connections;
  const dripping = Array.from({ length: connections }, async () => {
    const response = await drip(port, await beginning(), drop).catch((error) => String(error));
    open -= 1;
    return response;
  });
  // The service keeps working while all of them are open.
  await load.progress(20);
  expect(open).toBe(connections);
  const responses = await Promise.all(dripping);
  const seconds = (performance.now() - started) / 1_000;
  const complete = responses.filter((response) => {
    const [head = '', body = ''] = response.split('\r\n\r\n');
    return /^HTTP\/1.1 408 /.test(head) && /^\{"success":false,"message":".+"\}$/.test(body);
  });
  // A client that writes to the closed connection gets a reset and loses the response.
  const resets = responses.filter((response) => !complete.includes(response));
  expect(resets.filter((response) => !/ECONNRESET|EPIPE/.test(response))).toEqual([]);
  expect(complete.length).toBeGreaterThan(connections / 2);
  process.stdout.write(
    `${name}: ${connections} connections cut after ${seconds.toFixed(1)} s at most, ${complete.length} with 408 in the envelope\n`,
  );
  await load.stop();
  for (let look = 0; openSockets(pid) > before + 20; look += 1) {
    if (look === 100) throw new Error(`${openSockets(pid)} open files, ${before} before`);
    await pause(100);
  }
  await verifyOutcome(name, environment, journal, load);
  expect(refusedShare(environment)).toBeLessThan(maxRefusedShare);
};

describe('500 connections that send a byte a second', () => {
  it('in their headers: the service keeps working and closes them', async () => {
    const environment = await startFaultEnvironment();
    await expectCut(
      environment,
      'slow headers',
      () => 'GET /support/tags HTTP/1.1\r\nHost: leitor\r\nX-Slow: ',
      'x',
    );
  });

  if (long) {
    it('in their bodies: the service keeps working and closes them', async () => {
      const environment = await startFaultEnvironment();
      // A person each: one person would reach the rate limit.
      const beginning = async () => {
        const email = `${crypto.randomUUID()}@exemplo.com.br`;
        const token = await signedToken({ role: 'agent', email });
        const head = [
          'POST /support/tags HTTP/1.1',
          'Host: leitor',
          `Authorization: Bearer ${token}`,
          'Content-Type: application/json',
          'Content-Length: 1000',
        ].join('\r\n');
        return `${head}\r\n\r\n{"name":"`;
      };
      await expectCut(environment, 'slow bodies', beginning, 'x');
    });
  }
});
