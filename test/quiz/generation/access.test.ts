import { request } from 'node:http';
import type { Request } from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import type { Role } from '../../../server/config/roles.ts';
import { generationActor } from '../../../server/http/admission/generation-access.ts';
import { startApp, type TestApp } from '../../harness.ts';

let app: TestApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

/** The status of asking for a quiz. No newsletter is configured, so that being let in is 502. */
const ask = async (headers: Record<string, string> = {}): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(`${app?.url}/quiz/admin/generate`, { method: 'POST', headers }, (res) => {
      res.resume();
      resolve(res.statusCode);
    })
      .once('error', reject)
      .end();
  });

const as = async (role: Role) => ({ authorization: `Bearer ${await app?.token({ role })}` });
const letIn = 502;

describe('QUIZ_GENERATE_AUTH=local, the default', () => {
  it('admits requests from this machine, with any token or none', async () => {
    app = await startApp();
    expect(await ask()).toBe(letIn);
    expect(await ask({ authorization: 'Bearer stale' })).toBe(letIn);
    expect(await ask({ origin: 'http://localhost:3000' })).toBe(letIn);
    for (const foreign of ['localhost.mau.com', '127.0.0.1.nip.io']) {
      expect(await ask({ origin: `http://${foreign}` })).toBe(401);
      expect(await ask({ host: foreign })).toBe(401);
    }
  });

  it('requires an administrator if a header says that the caller is elsewhere', async () => {
    app = await startApp({ TRUST_PROXY: '1' });
    const foreign: Record<string, string>[] = [
      { 'x-forwarded-for': '127.0.0.1' },
      { 'x-forwarded-proto': 'https' },
      { 'x-forwarded-host': 'localhost' },
      { forwarded: 'for=127.0.0.1' },
      { via: '1.1 proxy' },
      { 'x-real-ip': '127.0.0.1' },
      { origin: 'https://malicioso.exemplo.com' },
      { origin: 'null' },
      { host: 'malicioso.exemplo.com' },
    ];
    for (const headers of foreign) expect(await ask(headers), Object.keys(headers)[0]).toBe(401);
    const proxied = { via: '1.1 proxy' };
    expect(await ask({ ...proxied, ...(await as('agent')) })).toBe(403);
    expect(await ask({ ...proxied, ...(await as('admin')) })).toBe(letIn);
  });
});

describe('QUIZ_GENERATE_AUTH=admin, the default of production', () => {
  it('requires an administrator', async () => {
    app = await startApp({ QUIZ_GENERATE_AUTH: 'admin' });
    expect(await ask()).toBe(401);
    expect(await ask(await as('agent'))).toBe(403);
    expect(await ask(await as('admin'))).toBe(letIn);
  });
});

describe('QUIZ_GENERATE_AUTH=open', () => {
  it('admits anyone, through a proxy too', async () => {
    app = await startApp({ QUIZ_GENERATE_AUTH: 'open' });
    expect(await ask({ 'x-forwarded-for': '203.0.113.7' })).toBe(letIn);
  });
});

describe('a caller on this machine', () => {
  const isAdmitted = async (remoteAddress: string | undefined, headers: object) => {
    const req = { socket: { remoteAddress }, headers } as Request;
    const actor = await generationActor(req, 'local', async () => ({
      kind: 'person',
      subject: 'a',
      role: 'admin',
    }));
    return actor.kind === 'service';
  };

  it.each([
    [['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'], true],
    [['10.0.0.1', '1.127.0.1', '1270::1', '::2', '1::1', '::11', '::ffff:10.0.0.1'], false],
    [[undefined], false],
  ])('has one of %j: %j', async (addresses, expected) => {
    for (const address of addresses) expect(await isAdmitted(address, {}), address).toBe(expected);
  });

  it.each([
    [{ host: 'localhost:3000', origin: 'https://localhost' }, true],
    [{ host: '127.0.0.1' }, true],
    [{ host: '[::1]:3000', origin: 'http://[::1]:3000' }, true],
    [{ host: 'a.localhost' }, false],
    [{ host: '1127.0.0.1' }, false],
    [{ host: '[::2]' }, false],
    [{ host: ':' }, false],
  ])('sends %j: %j', async (headers, expected) => {
    expect(await isAdmitted('127.0.0.1', headers)).toBe(expected);
  });
});
