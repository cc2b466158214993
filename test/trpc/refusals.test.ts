import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { internalRouter } from '../../server/internal-router.ts';
import { startApp, testSecret } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());

/** Every procedure that exists, so that a new one is tested too. */
const procedures = Object.entries(internalRouter._def.procedures).map(([path, procedure]) => ({
  path,
  type: Reflect.get(procedure, '_def').type as 'query' | 'mutation',
}));

const call = ({ path, type }: (typeof procedures)[number], authorization?: string) =>
  fetch(`${app.internalUrl}/trpc/${path}${type === 'query' ? '?input=%7B%7D' : ''}`, {
    method: type === 'query' ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      ...(authorization !== undefined && { authorization }),
    },
    ...(type === 'mutation' && { body: '{}' }),
  });

const { privateKey } = await generateKeyPair('RS256');
const admin = () => ({
  sub: 'pessoa-1',
  email: 'pessoa@exemplo.com.br',
  roles: ['admin'],
  exp: Math.floor(Date.now() / 1_000) + 3_600,
});
const signed = (alg: string, key: CryptoKey | Uint8Array, claims: object = admin()) =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg }).sign(key);
const bytes = (text: string) => new TextEncoder().encode(text);
const anHourAgo = Math.floor(Date.now() / 1_000) - 3_600;

const strangers: [string, () => Promise<string | undefined>][] = [
  ['no token', async () => undefined],
  ['an empty token', async () => ''],
  ['another scheme', async () => 'Basic cGVzc29hOnNlbmhh'],
  ['garbage', async () => 'a.b.c'],
  ['an expired token', () => signed('HS256', bytes(testSecret), { ...admin(), exp: anHourAgo })],
  ['a token of another secret', () => signed('HS256', bytes('outro segredo, longo o bastante.'))],
  ['a token of a longer hash', () => signed('HS512', bytes(testSecret.repeat(2)))],
  ['a token of a key pair', () => signed('RS256', privateKey)],
  ['an unsigned token', async () => new UnsecuredJWT(admin()).encode()],
];

/**
 * Row counts by table, without the account mirror (any valid token may write it) and the audit
 * trail (records refusals).
 */
const rowCounts = async () => {
  const { db } = app.service.contextFor('test');
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('accounts', 'audit_log', 'audit_log_default')`.execute(
    db,
  );
  const counts = tables.map(async ({ name }) => {
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from ${sql.table(name)}`.execute(db);
    return [name, rows[0]?.n];
  });
  return Object.fromEntries(await Promise.all(counts));
};

const before = await rowCounts();

describe('every procedure', () => {
  it('is in the list', () => {
    expect(procedures.length).toBeGreaterThan(40);
    expect(procedures.map(({ type }) => type)).not.toContain('subscription');
  });

  it('refuses whoever has no token', async () => {
    for (const procedure of procedures) {
      const response = await call(procedure);
      expect([procedure.path, response.status]).toEqual([procedure.path, 401]);
      expect(await response.json()).toMatchObject({
        error: { data: { path: procedure.path, errorCode: 'invalid-token' } },
      });
    }
  });

  it.each(strangers)('refuses %s with UNAUTHORIZED', async (name, make) => {
    const token = await make();
    const header = name === 'another scheme' || token === undefined ? token : `Bearer ${token}`;
    const response = await call({ path: 'tags.create', type: 'mutation' }, header);
    expect(response.status).toBe(401);
    expect((await response.json()).error.data.errorCode).toBe('invalid-token');
  });

  it('changed nothing while it refused', async () => {
    expect(Object.keys(before).length).toBeGreaterThan(10);
    expect(await rowCounts()).toEqual(before);
  });
});
