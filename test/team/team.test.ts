import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import type { SandboxAccount } from '../../scripts/sandbox/identity-provider.ts';
import { openBrowser, startWithProvider } from '../sessions/browser.ts';

const people = ['ana', 'bia', 'caio', 'duda', 'eli'].map((name) => ({
  email: `${name}@exemplo.com`,
  name,
}));
const ofProvider: SandboxAccount = { email: 'eva@exemplo.com', name: 'Eva', role: 'agent' };
const app = await startWithProvider([
  ...people,
  { email: 'ada@exemplo.com', name: 'Ada', role: 'admin' },
  ofProvider,
]);
afterAll(() => app.close());
const operator = await app.trpc();
type Role = 'agent' | 'editor' | 'admin' | null;
const set = (email: string, role: Role) => operator.team.set.mutate({ email, role });
const signedIn = async (email: string) => {
  const browser = openBrowser(app);
  await browser.signIn(email);
  return browser;
};

describe('the team', () => {
  it('gives roles where the provider gives none, and a changed one counts at once', async () => {
    expect((await openBrowser(app).signIn('ana@exemplo.com')).status).toBe(403);
    await set('ana@exemplo.com', 'editor');
    const ana = await signedIn('ana@exemplo.com');
    expect((await ana.query('quiz.list')).status).toBe(200);
    await set('ana@exemplo.com', 'agent');
    expect((await ana.query('quiz.list')).status).toBe(403);
    expect(await ana.who()).toMatchObject({ role: 'agent' });
    await set('ana@exemplo.com', null);
    expect(await ana.who()).toBeUndefined();
    expect((await ana.query('tags.list')).status).toBe(401);
    const { team } = await operator.me.get.query();
    expect(team.map(({ email }) => email)).not.toContain('ana@exemplo.com');
  });

  it('gives no role with an invitation that cannot be mailed', async () => {
    const email = 'sem-correio@exemplo.com';
    await expect(
      operator.team.set.mutate({ email, role: 'agent', invite: true }),
    ).rejects.toMatchObject({ data: { errorCode: 'mail-not-configured' } });
    const { items } = await operator.team.list.query({});
    expect(items.map((member) => member.email)).not.toContain(email);
  });

  it('raises the role of the provider, and never lowers it', async () => {
    const eva = await signedIn('eva@exemplo.com');
    await set('eva@exemplo.com', 'editor');
    expect(await eva.who()).toMatchObject({ role: 'editor' });
    await set('eva@exemplo.com', null);
    expect(await eva.who()).toMatchObject({ role: 'agent' });
    await signedIn('ada@exemplo.com');
    await set('ada@exemplo.com', 'agent');
    const shown = (await operator.team.list.query({})).items.find(({ name }) => name === 'Ada');
    expect(shown).toMatchObject({ role: 'admin', teamRole: 'agent', tokenRole: 'admin' });
    await set('ada@exemplo.com', null);
    // What the provider said last is shown.
    ofProvider.role = 'editor';
    await signedIn('eva@exemplo.com');
    ofProvider.role = 'agent';
    expect((await operator.team.list.query({})).items).toContainEqual(
      expect.objectContaining({ email: 'eva@exemplo.com', tokenRole: 'editor' }),
    );
  });

  it('is shown to those who work in it, with who signed in', async () => {
    await set('duda@exemplo.com', 'editor');
    const eva = await signedIn('eva@exemplo.com');
    const { data: me } = (await (await eva.query('me.get')).json()).result;
    expect(me).toMatchObject({ email: 'eva@exemplo.com', name: 'Eva', role: 'agent' });
    expect(me.team).toContainEqual({ email: 'duda@exemplo.com', name: null, role: 'editor' });
    const first = await operator.team.list.query({ limit: 1 });
    const rest = await operator.team.list.query({ cursor: first.nextCursor ?? '' });
    const emails = rest.items.map(({ email }) => email);
    expect(emails).not.toContain(first.items[0]?.email);
    expect(emails).toContain('eva@exemplo.com');
  });

  it('has who signed in during the last 30 days, as they were the last time', async () => {
    const { db } = app.service.contextFor('test');
    const hourMs = 3_600_000;
    const signIn = (email: string, name: string | null, role: string, hoursAgo: number) => {
      const at = new Date(Date.now() - hoursAgo * hourMs);
      return sql`
        insert into sessions (token_hash, email, subject, name, role, issued_at, created_at, last_seen_at)
        values (gen_random_uuid()::text::bytea, ${email}, ${email}, ${name}, ${role}, ${at}, ${at}, ${at})`.execute(
        db,
      );
    };
    await signIn('hoje@exemplo.com', 'Depois', 'editor', 1);
    await signIn('hoje@exemplo.com', 'Antes', 'admin', 30 * 24 - 1);
    await signIn('lia@exemplo.com', null, 'agent', 30 * 24 - 1);
    await signIn('velha@exemplo.com', 'Velha', 'admin', 30 * 24 + 1);
    await signIn('reader@exemplo.com', 'Rui', 'reader', 1);
    for (const name of ['lia', 'hoje'])
      await operator.accounts.upsert.mutate({ email: `${name}@exemplo.com`, name: 'Conta' });
    const wanted = ['hoje', 'lia', 'velha', 'reader'].map((name) => `${name}@exemplo.com`);
    const own = <Row extends { email: string }>(rows: Row[]) =>
      rows.filter(({ email }) => wanted.includes(email));
    const { items } = await operator.team.list.query({ limit: 100 });
    const [today, lia, reader] = [
      { email: 'hoje@exemplo.com', name: 'Depois', role: 'editor' },
      { email: 'lia@exemplo.com', name: 'Conta', role: 'agent' },
      { email: 'reader@exemplo.com', name: 'Rui', role: 'reader' },
    ];
    expect(own(items)).toEqual([
      { ...today, teamRole: null, tokenRole: 'editor' },
      { ...lia, teamRole: null, tokenRole: 'agent' },
      { ...reader, teamRole: null, tokenRole: 'reader' },
    ]);
    expect(own((await operator.me.get.query()).team)).toEqual([today, lia]);
  });

  it('keeps an administrator if its roles are all there is', async () => {
    await set('bia@exemplo.com', 'admin');
    const bia = await signedIn('bia@exemplo.com');
    const code = async (email: string, role: Role) =>
      (await (await bia.mutate('team.set', { email, role })).json()).error?.data.errorCode;
    expect(await code('bia@exemplo.com', null)).toBe('last-administrator');
    expect(await code('bia@exemplo.com', 'editor')).toBe('last-administrator');
    expect(await code('bia@exemplo.com', 'admin')).toBeUndefined();
    const counting = await bia.mutate('people.erase', { email: 'bia@exemplo.com' });
    const expected = (await counting.json()).result?.data.total;
    const erasing = { email: 'bia@exemplo.com', expected };
    const refused = await (await bia.mutate('people.erase', erasing)).json();
    expect(refused.error?.data.errorCode).toBe('last-administrator');
    expect(await code('caio@exemplo.com', 'admin')).toBeUndefined();
    expect(await code('bia@exemplo.com', null)).toBeUndefined();
    expect(await bia.who()).toBeUndefined();
    // A lower role of the provider makes no administrator.
    await set('eva@exemplo.com', 'admin');
    await set('caio@exemplo.com', null);
    const eva = await signedIn('eva@exemplo.com');
    const leaving = await eva.mutate('team.set', { email: 'eva@exemplo.com', role: null });
    expect((await leaving.json()).error?.data.errorCode).toBe('last-administrator');
    await set('caio@exemplo.com', 'admin');
    await set('eva@exemplo.com', null);
    const ada = await signedIn('ada@exemplo.com');
    expect((await ada.mutate('team.set', { email: 'caio@exemplo.com', role: null })).status).toBe(
      200,
    );
  });

  it('ends the sessions of a person who has no role left, and the trail says so', async () => {
    await set('eli@exemplo.com', 'agent');
    const eli = await signedIn('eli@exemplo.com');
    await set('caio@exemplo.com', 'agent');
    const caio = await signedIn('caio@exemplo.com');
    const { items: sessions } = await operator.sessions.list.query();
    const session = sessions.find(({ email }) => email === 'eli@exemplo.com');
    // The same role again is no act.
    for (const role of [null, null, 'editor', 'agent', 'agent'] as const)
      await set('eli@exemplo.com', role);
    expect(await eli.who()).toBeUndefined();
    const { items: acts } = await operator.audit.list.query({ target: 'account:eli@exemplo.com' });
    expect(acts.map(({ action, changes }) => [action, changes])).toEqual(
      [
        { field: 'role', before: 'editor', after: 'agent' },
        { field: 'role', before: null, after: 'editor' },
        { field: 'role', before: 'agent', after: null },
        { field: 'role', before: null, after: 'agent' },
      ].map((change) => ['team.set', [change]]),
    );
    expect(await caio.who()).toMatchObject({ role: 'agent' });
    const { items } = await operator.audit.list.query({ target: `session:${session?.id}` });
    expect(items.map(({ action }) => action)).toEqual(['sessions.end', 'sessions.start']);
    await eli.signIn('eli@exemplo.com');
    expect(await eli.who()).toMatchObject({ role: 'agent' });
  });
});
