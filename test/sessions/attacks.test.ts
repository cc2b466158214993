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
  it('with another state is refused', async () => {
    const browser = openBrowser(app);
    const callback = await browser.choose(person);
    callback.searchParams.set('state', 'outro');
    await refused(await browser.visit(callback));
    expect(await browser.who()).toBeUndefined();
  });

  it('of another browser is refused: nobody is signed in as the attacker', async () => {
    const [attacker, victim] = [openBrowser(app), openBrowser(app)];
    const callback = await attacker.choose(person);
    await refused(await victim.visit(callback));
    await victim.visit('/console/login');
    await refused(await victim.visit(callback));
    expect(await victim.who()).toBeUndefined();
  });

  it('works once', async () => {
    const browser = openBrowser(app);
    const callback = await browser.choose(person);
    const login = browser.jar.get('leitor-login') ?? '';
    expect((await browser.visit(callback)).status).toBe(303);
    browser.jar.set('leitor-login', login);
    const again = openBrowser(app);
    again.jar.set('leitor-login', login);
    await refused(await again.visit(callback));
  });

  it('with the unused code of another sign-in is refused: its code verifier differs', async () => {
    const [victim, attacker] = [openBrowser(app), openBrowser(app)];
    const stolen = await victim.choose(person);
    const callback = await attacker.choose(person);
    callback.searchParams.set('code', stolen.searchParams.get('code') ?? '');
    await refused(await attacker.visit(callback));
  });

  it.each([
    ['is refused once its sign-in is ten minutes old, whatever its tokens say', 601, 400],
    ['signs in until then', 570, 303],
  ])('%s', async (_what, seconds, status) => {
    const browser = openBrowser(app);
    const callback = await browser.choose(person);
    const { db } = app.service.contextFor('test');
    await sql`update sign_ins set created_at = created_at - make_interval(secs => ${seconds})`.execute(
      db,
    );
    expect((await browser.visit(callback)).status).toBe(status);
  });

  it('is forgotten with its sign-in at the next one, ten minutes later', async () => {
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
  it('that was fixed before the sign-in is not the one after it', async () => {
    const browser = openBrowser(app);
    browser.jar.set('leitor', 'A'.repeat(43));
    await browser.signIn(person);
    expect(await browser.who()).toBeDefined();
    expect(browser.jar.get('leitor')).not.toBe('A'.repeat(43));
    browser.jar.set('leitor', 'A'.repeat(43));
    expect(await browser.who()).toBeUndefined();
  });

  it('whose cookie was stolen ends with the sign-out', async () => {
    const [browser, thief] = [openBrowser(app), openBrowser(app)];
    await browser.signIn(person);
    thief.jar.set('leitor', browser.jar.get('leitor') ?? '');
    expect(await thief.who()).toBeDefined();
    await browser.signOut();
    expect(await thief.who()).toBeUndefined();
    expect((await thief.query('tags.list')).status).toBe(401);
  });

  it('with a cookie that is tampered with does not count', async () => {
    const browser = openBrowser(app);
    await browser.signIn(person);
    browser.jar.set('leitor', `${(browser.jar.get('leitor') ?? '').slice(0, -2)}__`);
    expect(await browser.who()).toBeUndefined();
  });

  it('does not count beside a bearer token', async () => {
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
