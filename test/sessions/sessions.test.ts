import { SignJWT } from 'jose';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { liveSessions, roleOfSession } from '../../server/auth/sessions.ts';
import { cloneDatabase } from '../database.ts';
import { startApp, testSecret } from '../harness.ts';
import { openBrowser, startWithProvider } from './browser.ts';

const clock = { offsetMs: 0 };
const now = () => new Date(Date.now() + clock.offsetMs);
beforeEach(() => {
  clock.offsetMs = 0;
});

const app = await startWithProvider(
  [
    { email: 'agente@exemplo.com', name: 'Agente', role: 'agent' },
    { email: 'editora@exemplo.com', name: 'Editora', role: 'editor' },
    { email: 'admin@exemplo.com', name: 'Ada', role: 'admin' },
    { email: 'convidada@exemplo.com', name: 'Convidada' },
    // The service knows revocations for as long as it runs.
    { email: 'revogada@exemplo.com', name: 'Rita', role: 'agent' },
  ],
  { now },
);
afterAll(() => app.close());
const admin = await app.trpc();
const { db } = app.service.contextFor('test');
const hourMs = 3_600_000;

const signedIn = async (email: string) => {
  const browser = openBrowser(app);
  await browser.signIn(email);
  return browser;
};
const sessionsOf = async (email: string) =>
  (await admin.sessions.list.query({ limit: 100 })).items.filter((item) => item.email === email);

describe('signing in', () => {
  it('takes the provider and one click, and leads to the page that was wanted', async () => {
    const browser = openBrowser(app);
    expect(await browser.who()).toBeUndefined();
    const login = await openBrowser(app).visit('/console/login');
    expect(login.headers.get('set-cookie')).toMatch(/^leitor-login=.*HttpOnly; SameSite=Lax$/);
    const response = await browser.signIn('editora@exemplo.com', '/console/quiz?dia=hoje#fim');
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/console/quiz?dia=hoje#fim');
    const [cookie] = response.headers.getSetCookie().filter((line) => line.startsWith('leitor='));
    expect(cookie).toMatch(
      /^leitor=[\w-]{43}; Max-Age=43200; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    expect(await browser.who()).toEqual({
      email: 'editora@exemplo.com',
      name: 'Editora',
      role: 'editor',
    });
    expect((await browser.query('quiz.list')).status).toBe(200);
    expect((await browser.query('jobs.list')).status).toBe(403);
  });

  it('stores hashes alone, and the trail says who signed in, out and was refused', async () => {
    const browser = await signedIn('agente@exemplo.com');
    const secret = browser.jar.get('leitor') ?? '';
    const [session] = await sessionsOf('agente@exemplo.com');
    const row = await db
      .selectFrom('sessions')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(JSON.stringify(row)).not.toContain(secret);
    expect((await browser.signOut()).status).toBe(204);
    expect(browser.jar.has('leitor')).toBe(false);
    const { items } = await admin.audit.list.query({ target: `session:${session?.id}` });
    expect(items.map(({ action, actorEmail, channel }) => [action, actorEmail, channel])).toEqual([
      ['sessions.end', 'agente@exemplo.com', 'http'],
      ['sessions.start', 'agente@exemplo.com', 'http'],
    ]);
  });

  it('is refused to a person without the role agent, on a page that says so', async () => {
    const browser = openBrowser(app);
    const response = await browser.signIn('convidada@exemplo.com');
    expect([response.status, response.headers.get('x-error-code')]).toEqual([403, 'forbidden']);
    expect(browser.jar.size).toBe(0);
    const { items } = await admin.audit.list.query({ target: 'account:convidada@exemplo.com' });
    expect(items[0]).toMatchObject({ action: 'sessions.start', outcome: 'refused' });
  });

  it('does not exist in production without a provider', async () => {
    const database = await cloneDatabase();
    const production = {
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://x',
      SHUTDOWN_DELAY: '0',
    };
    const none = await startApp(
      { ...production, AUTH_JWT_SECRET: 's'.repeat(32) },
      { database: database.location },
    );
    expect(none.logs.map(({ msg }) => msg)).toContain('no console: OIDC_ISSUER is not set');
    for (const path of ['', '/login', '/session', '/events']) {
      expect((await fetch(`${none.internalUrl}/console${path}`)).status).toBe(404);
    }
    await none.close();
    await database.drop();
  });
});

describe('a session', () => {
  it('ends after two hours without a request', async () => {
    const browser = await signedIn('agente@exemplo.com');
    clock.offsetMs = 2 * hourMs - 60_000;
    expect(await browser.who()).toBeDefined();
    clock.offsetMs += 2 * hourMs - 60_000;
    expect(await browser.who()).toBeDefined();
    clock.offsetMs += 2 * hourMs;
    expect(await browser.who()).toBeUndefined();
  });

  it('counts until the millisecond at which it ends, with the higher of its roles', () => {
    const at = new Date('2026-03-10T12:00:00Z');
    const ago = (ms: number) => new Date(at.getTime() - ms);
    const session = {
      id: 1,
      email: 'a@exemplo.com',
      subject: 'a',
      name: null,
      userAgent: null,
      role: 'editor' as const,
      teamRole: 'agent' as const,
      endedAt: null,
      revoked: false,
      createdAt: ago(12 * hourMs - 1),
      lastSeenAt: ago(2 * hourMs - 1),
    };
    const role = (more: object) => roleOfSession({ ...session, ...more }, at);
    expect(role({})).toBe('editor');
    expect(role({ role: 'agent', teamRole: 'admin' })).toBe('admin');
    expect(role({ role: 'agent', teamRole: null })).toBe('agent');
    for (const ended of [
      { createdAt: ago(12 * hourMs) },
      { lastSeenAt: ago(2 * hourMs) },
      { endedAt: at },
      { revoked: true },
      { role: 'reader', teamRole: null },
    ]) {
      expect(role(ended)).toBeUndefined();
    }
  });

  it('ends with the revocation of its person, for open streams too', async () => {
    const browser = await signedIn('revogada@exemplo.com');
    const [session] = await sessionsOf('revogada@exemplo.com');
    const ids = [session?.id ?? 0];
    expect(await liveSessions(db, ids, now())).toEqual(new Map([[session?.id, 'agent']]));
    const stored = db.selectFrom('sessions').select('issued_at as issuedAt').where('id', 'in', ids);
    const { issuedAt } = await stored.executeTakeFirstOrThrow();
    for (const ms of [0, 1]) {
      const issuedBefore = new Date(issuedAt.getTime() + ms).toISOString();
      await admin.tokens.revoke.mutate({ email: 'revogada@exemplo.com', issuedBefore });
      expect((await browser.who()) !== undefined).toBe(ms === 0);
    }
    expect(await liveSessions(db, ids, now())).toEqual(new Map());
  });

  it('is listed and ended by its owner, and by administrators', async () => {
    const [own, other] = [
      await signedIn('editora@exemplo.com'),
      await signedIn('admin@exemplo.com'),
    ];
    const listed = async (browser: typeof own) =>
      (await (await browser.query('sessions.list')).json()).result.data.items;
    const [mine] = await listed(own);
    expect(mine).toMatchObject({ email: 'editora@exemplo.com', role: 'editor', current: true });
    expect(mine.userAgent).toBe('node');
    const elsewhere = openBrowser(app);
    const headers = { 'user-agent': 'x'.repeat(1_000) };
    await elsewhere.visit(await elsewhere.choose('editora@exemplo.com'), { headers });
    expect((await listed(own)).slice(0, 2)).toMatchObject([
      { current: false, userAgent: 'x'.repeat(300) },
      { current: true, userAgent: 'node' },
    ]);
    const ofEditor = (await listed(own)).map(({ email }: { email: string }) => email);
    expect(new Set(ofEditor)).toEqual(new Set(['editora@exemplo.com']));
    const [theirs] = await sessionsOf('admin@exemplo.com');
    const refused = await own.mutate('sessions.end', { id: theirs?.id });
    expect((await refused.json()).error.data.errorCode).toBe('session-not-found');
    expect((await other.mutate('sessions.end', { id: mine.id })).status).toBe(200);
    expect(await own.who()).toBeUndefined();
    const { items: acts } = await admin.audit.list.query({ target: `session:${mine.id}` });
    expect(acts[0]).toMatchObject({ action: 'sessions.end', actorEmail: 'admin@exemplo.com' });
  });

  it('lists no sessions to a caller without an e-mail', async () => {
    await signedIn('editora@exemplo.com');
    const token = await new SignJWT({ roles: ['agent'] })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject('sem-endereco')
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(testSecret));
    const authorization = `Bearer ${token}`;
    const response = await fetch(`${app.internalUrl}/trpc/sessions.list`, {
      headers: { authorization },
    });
    expect((await response.json()).result.data.items).toEqual([]);
  });

  it('is listed page by page, newest first', async () => {
    for (const _ of [1, 2, 3]) await signedIn('editora@exemplo.com');
    const all = (await admin.sessions.list.query({ limit: 100 })).items.map(({ id }) => id);
    expect(all).toEqual(all.toSorted((one, other) => other - one));
    const { nextCursor } = await admin.sessions.list.query({ limit: 2 });
    const rest = await admin.sessions.list.query({ limit: 100, cursor: nextCursor ?? 0 });
    expect(rest.items.map(({ id }) => id)).toEqual(all.slice(2));
    // One that has not been used for two hours has ended.
    clock.offsetMs = 2 * hourMs;
    const left = (await admin.sessions.list.query({ limit: 100 })).items;
    expect(left.map(({ email }) => email)).not.toContain('editora@exemplo.com');
  });

  it('ends the former session of a browser that signs in again', async () => {
    const browser = await signedIn('agente@exemplo.com');
    const former = browser.jar.get('leitor');
    const before = (await sessionsOf('agente@exemplo.com')).length;
    await browser.signIn('agente@exemplo.com');
    expect(browser.jar.get('leitor')).not.toBe(former);
    expect(await sessionsOf('agente@exemplo.com')).toHaveLength(before);
  });
});
