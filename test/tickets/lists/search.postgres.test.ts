import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { startApp } from '../../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const agent = await app.trpc({ role: 'agent' });
const found = async (search: string) => (await agent.tickets.list.query({ search })).items.length;

// What queries are made of, in any order.
const signs = `- -- " "" ' | & ! ( ) <-> <2> :* :A * \\\\ . , ; % _ \u2014 \u200b \u{1f600}`;
const words =
  'or and not OU a edição edi ǅab ªbc 東京都 guarda-chuva x@y.com #58 -a http://a.b/c-d 1.5e-3';
const piece = fc.constantFrom(...`${signs} ${words}`.split(' '), ' ', '  ', '"a b"', '\u00a0');

it('answers a search for any text without an error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }), async (pieces) => {
      const search = pieces.join('');
      await expect(agent.tickets.list.query({ search })).resolves.toMatchObject({});
    }),
    { numRuns: 100 },
  );
});

it('leaves out tickets with a word that has a dash in front, not inside', async () => {
  const { id } = await agent.tickets.create.mutate({
    subject: 'Guarda-chuva azul',
    body: 'Quero um guarda-chuva.',
    main: 'Loja',
  });
  expect(id).toBeGreaterThan(0);
  expect(await found('guarda-chuva')).toBe(1);
  expect(await found('guarda-chuva -azul')).toBe(0);
  expect(await found('guarda-chuva --azul')).toBe(1);
  expect(await found('-- guarda-chuva --')).toBe(1);
});

it('finds a frequent beginning in the newest tickets, and beside rare words in all', async () => {
  const { db } = app.service.contextFor('test');
  const old = { subject: 'Quero um zumbruco', body: 'Uma rara', main: 'Zumbrucos' };
  const { id } = await agent.tickets.create.mutate(old);
  const many = 10_500;
  await db.transaction().execute(async (tx) => {
    // Triggers take seconds.
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`
      with added as (
        -- PostgreSQL estimates beginnings from a hundred frequent words on.
        insert into tickets (subject, main)
        select 'Zumbaba p' || translate((n % 200)::text, '0123456789', 'bcdfghjklm'), 'Geral'
        from generate_series(1, ${many}::integer) n
        returning id, subject
      ) insert into ticket_texts (ticket_id, tsv, unaccented) select id, words_of(subject), true from added`.execute(
      tx,
    );
  });
  await sql`analyze ticket_texts`.execute(db);
  const list = async (search: string, more = {}) =>
    (await agent.tickets.list.query({ search, limit: 20, ...more })).items.map((item) => item.id);
  expect(await list('zumb')).toHaveLength(20);
  expect(await list('zumb', { main: 'Zumbrucos' })).toEqual([id]);
  expect(await list('rara zumb')).toEqual([id]);
  expect(await list('zumbruc')).toContain(id);
  const views = [
    { search: 'zumb' },
    { search: 'zumb', main: 'Zumbrucos' },
    { search: 'rara zumb' },
  ];
  // 1000 stands for that many or more.
  expect((await agent.tickets.counts.query({ views })).counts).toEqual([1_000, 1, 1]);
});
