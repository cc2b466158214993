import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { type Db, openDatabase } from '../../db/connection/database.ts';
import { deleteOldActs } from '../../db/people/retention.ts';
import { cloneDatabase } from '../database.ts';

const clone = await cloneDatabase();
const { db, close } = await openDatabase(clone.location, () => undefined);
afterAll(async () => {
  await close();
  await clone.drop();
});

const anAct = (target: string, at: string, to: Db) =>
  sql`
    insert into audit_log (at, actor, role, channel, action, target)
    values (${at}::timestamptz, 'x', 'service', 'job', 'x.y', ${target})`.execute(to);

describe('the table of the audit trail', () => {
  it('is emptied oldest first, so many at once, and is closed again after that', async () => {
    const ownActs = sql`
      select target from audit_log where target in ('primeiro', 'segundo', 'terceiro')`;
    await db.transaction().execute(async (tx) => {
      for (const [target, at] of [
        ['segundo', '2001-01-02'],
        ['primeiro', '2001-01-01'],
        ['terceiro', '2001-01-03'],
      ] as const)
        await anAct(target, at, tx);
      const before = new Date('2001-01-03T00:00:00Z');
      expect(await deleteOldActs(tx, before, 1)).toBe(1);
      expect(await deleteOldActs(tx, before, 10)).toBe(1);
      expect(await deleteOldActs(tx, before, 10)).toBe(0);
    });
    const { rows } = await ownActs.execute(db);
    expect(rows).toEqual([{ target: 'terceiro' }]);
    const during = (maintenance: string) =>
      `set_config('leitor.audit_maintenance', '${maintenance}', true)`;
    for (const [call, statement] of [
      [during('DELETE'), 'update audit_log set role = role'],
      ["delete_audit_before('2001-01-01', 1)", 'delete from audit_log'],
      ["pseudonymise_audit('x', 'y')", 'update audit_log set role = role'],
    ]) {
      const changing = db.transaction().execute(async (tx) => {
        await sql.raw(`select ${call}`).execute(tx);
        await sql.raw(`${statement}`).execute(tx);
      });
      await expect(changing, call).rejects.toMatchObject({ code: '42501' });
    }
  });

  it.each([
    'update audit_log set action = action',
    'delete from audit_log',
    'truncate audit_log',
    'truncate audit_log_default',
  ])('refuses `%s`', async (statement) => {
    // Younger than what the other test deletes.
    await anAct('x', '2001-02-01', db);
    await expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: '42501' });
  });
});
