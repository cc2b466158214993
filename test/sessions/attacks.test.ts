import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { openBrowser, startWithProvider } from './browser.ts';

// Attacks on signing in and on sessions, against a real provider. What a provider itself may do
// wrong: bad-provider.test.ts; requests of other sites: cross-site.test.ts; the ends of a session:
// sessions.test.ts.

const app = await startWithProvider([
  { email: 'agente@exemplo.com', name: 'Agente', role: 'agent' },
]);
afterAll(() => app.close());
const person = 'agente@exemplo.com';

const refused = async (response: Response) => {
  expect([response.status, response.headers.get('x-error-code')]).toEqual([400, 'sign-in-failed']);
  expect(response.headers.getSetCookie().filter((line) => line.startsWith('leitor='))).toEqual([]);
  expect(await response.text()).toContain('href="/console/login"');
};

describe('a callback', () => {
  it('refuses a callback with another state', async () => {
    const browser = openBrowser(app);
    const callback = await browser.choose(person);
    callback.searchParams.set('state', 'outro');
    await refused(await browser.visit(callback));
    expect(await browser.who()).toBeUndefined();
  });

  it('refuses the callback of another browser', async () => {
    const [attacker, victim] = [openBrowser(app), openBrowser(app)];
    const callback = await attacker.choose(person);
    await refused(await victim.visit(callback));
    await victim.visit('/console/login');
    await refused(await victim.visit(callback));
    expect(await victim.who()).toBeUndefined();
  });

  it('accepts a callback once', async () => {
    const browser = openBrowser(app);
    const callback = await browser.choose(person);
    const login = browser.jar.get('leitor-login') ?? '';
    expect((await browser.visit(callback)).status).toBe(303);
    browser.jar.set('leitor-login', login);
    const again = openBrowser(app);
    again.jar.set('leitor-login', login);
    await refused(await again.visit(callback));
  });

  it('refuses the unused code of another sign-in', async () => {
    const [victim, attacker] = [openBrowser(app), openBrowser(app)];
    const stolen = await victim.choose(person);
    const callback = await attacker.choose(person);
    callback.searchParams.set('code', stolen.searchParams.get('code') ?? '');
    await refused(await attacker.visit(callback));
  });

  it.each([
    ['refuses a callback once its sign-in is ten minutes old', 601, 400],
    ['accepts a callback until then', 570, 303],
  ])('%s', async (_what, seconds, status) => {
    const browser = openBrowser(app);
    const callback = await browser.choose(person);
    const { db } = app.service.contextFor('test');
    await sql`update sign_ins set created_at = created_at - make_interval(secs => ${seconds})`.execute(
      db,
    );
    expect((await browser.visit(callback)).status).toBe(status);
  });

  it('deletes sign-ins of ten minutes ago at the next one', async () => {
    const { db } = app.service.contextFor('test');
    const begin = () => openBrowser(app).visit('/console/login');
    for (const seconds of [601, 590]) {
      await begin();
      await sql`update sign_ins set created_at = created_at - make_interval(secs => ${seconds})`.execute(
        db,
      );
    }
    await begin();
    const { rows } = await sql`select from sign_ins`.execute(db);
    expect(rows).toHaveLength(2);
  });
});

describe('a session', () => {
  it('does not use a session that was fixed before the sign-in', async () => {
    const browser = openBrowser(app);
    browser.jar.set('leitor', 'A'.repeat(43));
    await browser.signIn(person);
    expect(await browser.who()).toBeDefined();
    expect(browser.jar.get('leitor')).not.toBe('A'.repeat(43));
    browser.jar.set('leitor', 'A'.repeat(43));
    expect(await browser.who()).toBeUndefined();
  });

  it('ends a session with a stolen cookie at the sign-out', async () => {
    const [browser, thief] = [openBrowser(app), openBrowser(app)];
    await browser.signIn(person);
    thief.jar.set('leitor', browser.jar.get('leitor') ?? '');
    expect(await thief.who()).toBeDefined();
    await browser.signOut();
    expect(await thief.who()).toBeUndefined();
    expect((await thief.query('tags.list')).status).toBe(401);
  });

  it('refuses a cookie that was tampered with', async () => {
    const browser = openBrowser(app);
    await browser.signIn(person);
    browser.jar.set('leitor', `${(browser.jar.get('leitor') ?? '').slice(0, -2)}__`);
    expect(await browser.who()).toBeUndefined();
  });

  it('refuses a session beside a bearer token', async () => {
    const browser = openBrowser(app);
    await browser.signIn(person);
    const authorization = `Bearer ${await app.token({ role: 'admin' })}`;
    const response = await browser.visit('/console/session', {
      headers: { authorization, 'sec-fetch-site': 'same-origin' },
    });
    expect(response.status).toBe(400);
  });
});

describe('the page after a sign-in', () => {
  it.each(['//exemplo.com.br/console/', '/console/..//exemplo.com.br/', '/console/login'])(
    'is the console instead of %j',
    async (to) => {
      const response = await openBrowser(app).signIn(person, to);
      expect(response.headers.get('location')).toBe('/console/');
    },
  );
});
