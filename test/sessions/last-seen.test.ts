import type { Request } from 'express';
import { expect, it } from 'vitest';
import { internalAuthenticator } from '../../server/auth/sessions.ts';
import { stubDatabase } from '../db/stub-database.ts';
import { loggerInto } from '../support/logger.ts';

const consoleUrl = 'http://127.0.0.1:3001';
const now = new Date('2026-03-10T12:00:00Z');
const session = {
  id: 7,
  email: 'ana@exemplo.com',
  subject: 'a',
  name: null,
  userAgent: null,
  endedAt: null,
  role: 'agent',
  teamRole: null,
  revoked: false,
  createdAt: new Date(now.getTime() - 3_600_000),
};

/** Who comes with the session's cookie, what is stored then, and what is logged. */
const come = async (agoMs: number, method = 'GET', fails = false) => {
  const stored: unknown[] = [];
  const logged: string[] = [];
  const row = { ...session, lastSeenAt: new Date(now.getTime() - agoMs) };
  const db = stubDatabase(async ({ sql, parameters }) => {
    if (sql.startsWith('select')) return { rows: [row as never] };
    stored.push(parameters);
    if (fails) throw new Error('away');
    return { rows: [], numAffectedRows: 1n };
  });
  const authenticate = internalAuthenticator({
    db,
    consoleUrl,
    now: () => now,
    authenticate: async () => ({ kind: 'anonymous' }),
    log: loggerInto(logged),
  });
  const headers = { cookie: 'a=b; leitor=segredo', 'sec-fetch-site': 'same-origin' };
  return { actor: await authenticate({ method, headers } as Request), stored, logged };
};

it('the last request of a session is stored to the minute, or served without storing', async () => {
  const actor = {
    kind: 'person',
    subject: 'a',
    email: 'ana@exemplo.com',
    role: 'agent',
    sessionId: 7,
  };
  expect(await come(59_999)).toEqual({ actor, stored: [], logged: [] });
  const stored = [[now, 7, now]];
  expect(await come(60_000)).toEqual({ actor, stored, logged: [] });
  const logged = ['could not store when a session was used'];
  expect(await come(60_000, 'GET', true)).toEqual({ actor, stored, logged });
});
