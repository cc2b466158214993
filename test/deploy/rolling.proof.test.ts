import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../db/connection/database.ts';
import { clonePostgres } from '../database.ts';
import { signedToken } from '../harness.ts';
import { type Fleet, fleetSecret, startFleet, startLoad } from './fleet.ts';
import { startSmallPgbouncer } from './pgbouncer.ts';

let clone: Awaited<ReturnType<typeof clonePostgres>>;
let database: Database;
const closing: (() => Promise<void>)[] = [];

beforeEach(async () => {
  clone = await clonePostgres();
  database = await openDatabase(clone.location, () => undefined);
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await database.close();
  await clone.drop();
});

const newTicket = async (): Promise<number> => {
  const { id } = await database.db
    .insertInto('tickets')
    .values({ subject: 'Anexos', main: 'Assinatura' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/**
 * Restarts both processes twice under load and checks that no request failed and every write
 * happened once.
 */
const restartUnderLoad = async (fleet: Fleet) => {
  const token = await signedToken(
    { role: 'agent', email: 'atendimento@exemplo.com.br' },
    fleetSecret,
  );
  const ticketId = await newTicket();
  const load = startLoad(fleet.url, token, ticketId, await newTicket());
  await fleet.roll();
  const betweenRolls = load.answered();
  await fleet.roll();
  const report = await load.stop();
  const tags = await database.db.selectFrom('tags').select('name').execute();
  const files = await database.db
    .selectFrom('attachments')
    .select('name')
    .where('ticket_id', '=', ticketId)
    .where('state', '=', 'ready')
    .execute();
  const names = (rows: { name: string }[]) => rows.map(({ name }) => name).sort();
  expect(report.failed).toEqual([]);
  // An extra entry would be a duplicated write, a missing one a lost write.
  expect(names(tags)).toEqual(report.tags.sort());
  expect(names(files)).toEqual(report.files.sort());
  expect(betweenRolls).toBeGreaterThan(100);
  expect(report.answered).toBeGreaterThan(betweenRolls);
  expect(fleet.lines().filter((line) => line.includes('"level":50'))).toEqual([]);
};

const fleetOn = async (databaseUrl: string): Promise<Fleet> => {
  const redisUrl = process.env.TEST_REDIS_URL;
  if (!redisUrl) throw new Error('needs Redis: set TEST_REDIS_URL');
  const fleet = await startFleet({ DATABASE_URL: databaseUrl, REDIS_URL: redisUrl });
  closing.push(fleet.close);
  return fleet;
};

describe('restarting both processes in turn, twice, under load', () => {
  it('fails no request, loses and duplicates no write, with PgBouncer before the database', async () => {
    const pgbouncer = await startSmallPgbouncer(clone.url);
    closing.push(pgbouncer.stop);
    await restartUnderLoad(await fleetOn(pgbouncer.url));
  });
});
