import { afterAll, expect, it } from 'vitest';
import type { Db, Tx } from '../../db/connection/database.ts';
import { giveDay, takeGivenDay } from '../../db/streaks/days-for-all.ts';
import { creditReading, findStreak } from '../../db/streaks/streaks.ts';
import { startApp } from '../harness.ts';
import { untilBlocked } from '../support/locks.ts';
import { openReaders } from './streak-fixtures.ts';

const app = await startApp();
afterAll(() => app.close());
const { internal, aReader } = await openReaders(app);

it('a reader whose first two readings are stored at once has both days, and the later activity', async () => {
  const { db } = app.service.contextFor('test');
  const email = 'duas@exemplo.com.br';
  const [early, late] = [new Date('2026-03-09T12:00:00Z'), new Date('2026-03-10T12:00:00Z')];
  const crediting = await db.transaction().execute(async (tx) => {
    await creditReading(tx, { email, day: '2026-03-10', at: late });
    const second = creditReading(db, { email, day: '2026-03-09', at: early });
    await untilBlocked(db, 1);
    return { second };
  });
  expect(await crediting.second).toEqual({ currentStreak: 2, maxStreak: 2 });
  expect(await findStreak(db, email)).toMatchObject({ lastInteractionAt: late });
});

it('a day that is read while it is taken back from all is credited', async () => {
  const { db } = app.service.contextFor('test');
  const day = '2026-02-02';
  const at = new Date('2026-02-02T12:00:00Z');
  const batch = { day, after: '', limit: 10 };
  const takes = (tx: Tx) => takeGivenDay(tx, batch);
  const reads = (email: string) => (db: Db) => creditReading(db, { email, day, at });
  for (const readsFirst of [true, false]) {
    const { email } = await aReader();
    await creditReading(db, { email, day: '2026-02-01', at: new Date('2026-02-01T12:00:00Z') });
    await db.transaction().execute((tx) => giveDay(tx, batch));
    const waiting = await db.transaction().execute(async (tx) => {
      const [first, second] = readsFirst ? [reads(email), takes] : [takes, reads(email)];
      await first(tx);
      const blocked = db.transaction().execute(async (other) => void (await second(other)));
      await untilBlocked(db, 1);
      return { blocked };
    });
    await waiting.blocked;
    expect(await findStreak(db, email)).toMatchObject({ currentStreak: 2, lastInteractionAt: at });
  }
});

it('a reader of many groups reads while they hide and rename themselves', async () => {
  const { client, email } = await aReader();
  for (let count = 0; count < 8; count += 1) {
    const { groupId } = await internal.groups.create.mutate({
      name: 'Clube',
      isPublic: true,
      ownerEmail: email,
    });
    await internal.groups.addMember.mutate({ groupId, email });
  }
  const statuses = [];
  for (let round = 0; round < 5; round += 1) {
    const rankingVisibility = round % 2 === 0 ? 'hidden' : 'public';
    const responses = await Promise.all([
      client.recordMyReading({ body: {} }),
      client.updateMyStreakProfile({ body: { rankingVisibility } }),
      client.recordMyReading({ body: {} }),
      internal.accounts.upsert
        .mutate({ email, name: `Nome ${round}` })
        .then(() => ({ status: 200 })),
      client.recordMyReading({ body: {} }),
    ]);
    statuses.push(...responses.map(({ status }) => status));
  }
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
});
