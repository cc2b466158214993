import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../db/connection/database.ts';
import { insertHint } from '../../db/hints/hints.ts';
import { clonePostgres, type TestDatabase } from '../database.ts';
import { startSmallPgbouncer } from '../deploy/pgbouncer.ts';
import { openProcessHandle, type ProcessHandle } from '../faults/process-handle.ts';
import { signedToken, startApp } from '../harness.ts';
import { startProcess } from '../process.ts';
import { type EventStream, openEventStream } from './event-stream.ts';

const secret = 's'.repeat(40);
const authorization = `Bearer ${await signedToken({ role: 'agent', email: 'ana@exemplo.com.br' }, secret)}`;
let clone: TestDatabase & { url: string };
let database: Database;
const closing: (() => unknown)[] = [];

beforeEach(async () => {
  clone = await clonePostgres();
  database = await openDatabase({ url: clone.url, poolSize: 5 }, () => undefined);
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await database.close();
  await clone.drop();
});

const open = async (internalUrl: string, lastEventId?: string): Promise<EventStream> => {
  const stream = await openEventStream(internalUrl, { authorization }, lastEventId);
  closing.push(stream.leave);
  return stream;
};
/** A transaction that has inserted a hint and is still open. */
const unfinished = async (target: `ticket:${number}`) => {
  const tx = await database.db.startTransaction().execute();
  await insertHint(tx, target);
  return tx;
};

describe('transactions that commit in another order than they began', () => {
  beforeEach(async () => {
    const app = await startApp({ AUTH_JWT_SECRET: secret }, { database: clone.location });
    closing.push(app.close);
    url = app.internalUrl;
  });
  let url: string;

  it('emits hints in the order of commits', async () => {
    const stream = await open(url);
    const slow = await unfinished('ticket:1');
    await insertHint(database.db, 'ticket:2');
    await stream.receives('ticket:2');
    expect(stream.data()).toEqual(['ticket:2']);
    await slow.commit().execute();
    await stream.receives('ticket:1');
    expect(stream.data()).toEqual(['ticket:2', 'ticket:1']);
  });
});

describe('two processes behind PgBouncer in transaction mode, without Redis', () => {
  let one: ProcessHandle;
  let two: ProcessHandle;
  beforeEach(async () => {
    const pooler = await startSmallPgbouncer(clone.url);
    closing.push(pooler.stop);
    const env = {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      DATABASE_URL: pooler.url,
      AUTH_JWT_SECRET: secret,
      RATE_LIMIT: 'off',
      LOAD_SHEDDING: 'off',
      SHUTDOWN_DELAY: '0',
      OIDC_ISSUER: 'https://login.exemplo.com',
      OIDC_CLIENT_ID: 'console',
      OIDC_CLIENT_SECRET: 'segredo',
      CONSOLE_URL: 'https://console.exemplo.com',
    };
    const start = async () => {
      const handle = await openProcessHandle('server/main.ts', startProcess, env);
      closing.push(handle.kill);
      return handle;
    };
    [one, two] = [await start(), await start()];
  });
  const call = async (process: ProcessHandle, procedure: string, input: object) => {
    const response = await fetch(`${process.internalUrl}/trpc/${procedure}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    expect(response.status).toBe(200);
    return (await response.json()).result.data;
  };
  const newTicket = async (process: ProcessHandle): Promise<string> => {
    const ticket = { subject: 'Pauta', body: 'Olá', main: 'Entrega' };
    return `ticket:${(await call(process, 'tickets.create', ticket)).id}`;
  };

  it('loses no hint when a process is killed', async () => {
    const stream = await open(one.internalUrl);
    const made: string[] = [];
    const changes = async () => {
      for (let n = 0; n < 60; n += 1) {
        made.push(await newTicket(two));
        if (n === 20) await one.kill();
      }
    };
    const changed = changes();
    await stream.ends();
    const later = await open(two.internalUrl, stream.lastEventId);
    await changed;
    await later.receives(...made.slice(-1));
    const received = new Set([...stream.data(), ...later.data()]);
    expect(made.filter((target) => !received.has(target))).toEqual([]);
    expect(received).not.toContain('reset');
  });
});
