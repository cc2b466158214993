import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const clock = { now: new Date('2026-03-10T15:00:00Z') };
const app = await startApp({}, { now: () => clock.now });
afterAll(() => app.close());
beforeEach(() => {
  clock.now = new Date('2026-03-10T15:00:00Z');
});
const internal = await app.trpc();

const reason = 'leu por e-mail';
const reader = () => `${crypto.randomUUID()}@exemplo.com.br`;
const streakOf = (email: string) => internal.streaks.get.query({ email });
const reasonsOf = async (email: string) => {
  const { items } = await internal.audit.list.query({ target: `streak:${email}` });
  return items.map(({ action, changes }) => [action, ...changes]);
};

describe('streaks.addDay and streaks.removeDay', () => {
  it('credit a day and take it back, and the audit trail keeps the reason', async () => {
    const email = reader();
    for (const at of ['2026-03-08', '2026-03-10']) {
      await internal.streaks.recordReading.mutate({ email, at });
    }
    const correction = { email: email.toUpperCase(), day: '2026-03-09', reason };
    expect(await internal.streaks.addDay.mutate(correction)).toEqual({
      currentStreak: 3,
      maxStreak: 3,
      changed: true,
    });
    expect(await internal.streaks.removeDay.mutate(correction)).toEqual({
      currentStreak: 1,
      maxStreak: 1,
      changed: true,
    });
    expect((await reasonsOf(email)).slice(0, 2)).toEqual([
      [
        'streaks.removeDay',
        { field: 'day', before: '2026-03-09' },
        { field: 'reason', after: reason },
      ],
      ['streaks.addDay', { field: 'day', after: '2026-03-09' }, { field: 'reason', after: reason }],
    ]);
  });

  it('leave the last activity of a reader who was active later', async () => {
    const email = reader();
    for (const at of [undefined, '2026-02-28']) {
      await internal.streaks.recordReading.mutate({ email, at });
    }
    await internal.streaks.addDay.mutate({ email, day: '2026-03-01', reason });
    expect(await streakOf(email)).toMatchObject({ lastInteractionAt: '2026-03-10T15:00:00.000Z' });
  });

  it('change nothing when the day is credited already, and refuse to take one that is not', async () => {
    const email = reader();
    await internal.accounts.upsert.mutate({ email });
    const correction = { email, day: '2026-03-09', reason };
    for (const changed of [true, false]) {
      expect(await internal.streaks.addDay.mutate(correction)).toEqual({
        currentStreak: 1,
        maxStreak: 1,
        changed,
      });
    }
    expect(await streakOf(email)).toMatchObject({ lastInteractionAt: '2026-03-09T15:00:00.000Z' });
    expect(await reasonsOf(email)).toHaveLength(1);
    await internal.streaks.removeDay.mutate(correction);
    expect(await streakOf(email)).toMatchObject({ currentStreak: 0, lastInteractionAt: null });
    await expect(internal.streaks.removeDay.mutate(correction)).rejects.toMatchObject({
      data: { errorCode: 'day-not-credited' },
    });
  });

  it('take no day of other readers, and no other day', async () => {
    const [email, other] = [reader(), reader()];
    for (const day of ['2026-03-08', '2026-03-09']) {
      for (const each of [email, other]) {
        await internal.streaks.addDay.mutate({ email: each, day, reason, new: true });
      }
    }
    await internal.streaks.removeDay.mutate({ email, day: '2026-03-09', reason });
    expect(await streakOf(email)).toEqual({
      currentStreak: 1,
      maxStreak: 1,
      // The last activity stays.
      lastInteractionAt: '2026-03-09T15:00:00.000Z',
      days: ['2026-03-08'],
    });
    expect(await streakOf(other)).toMatchObject({ currentStreak: 2 });
  });

  it('know the person, unless an administrator says that the e-mail is new', async () => {
    const unknown = { data: { code: 'NOT_FOUND', errorCode: 'person-not-found' } };
    const correction = { email: reader(), day: '2026-03-09', reason };
    await expect(streakOf(correction.email)).rejects.toMatchObject(unknown);
    await expect(internal.streaks.addDay.mutate(correction)).rejects.toMatchObject(unknown);
    await internal.streaks.addDay.mutate({ ...correction, day: '2026-02-28', new: true });
    await internal.streaks.addDay.mutate({ ...correction, day: '2026-03-01' });
    await internal.streaks.addDay.mutate(correction);
    expect(await streakOf(correction.email)).toMatchObject({
      currentStreak: 1,
      days: ['2026-02-28', '2026-03-01', '2026-03-09'],
    });
  });

  it('know a person by an account, a ticket, or a group', async () => {
    const { groupId } = await internal.groups.create.mutate({
      name: 'Clube',
      isPublic: true,
      ownerEmail: reader(),
    });
    const known: ((email: string) => Promise<unknown>)[] = [
      (email) => internal.accounts.upsert.mutate({ email }),
      (requesterEmail) =>
        internal.tickets.create.mutate({
          requesterEmail,
          subject: 'Oi',
          body: 'Oi',
          main: 'Conta',
        }),
      (email) => internal.groups.addMember.mutate({ groupId, email }),
    ];
    for (const become of known) {
      const email = reader();
      await become(email);
      expect(await streakOf(email)).toMatchObject({ currentStreak: 0, days: [] });
      const added = await internal.streaks.addDay.mutate({ email, day: '2026-03-09', reason });
      expect(added).toMatchObject({ changed: true });
    }
  });

  it('need a reason, and a day that is not in the future', async () => {
    const email = reader();
    const refused = { data: { code: 'BAD_REQUEST' } };
    const add = (correction: object) =>
      internal.streaks.addDay.mutate({
        email,
        day: '2026-03-09',
        reason,
        new: true,
        ...correction,
      });
    await expect(add({ reason: '  ' })).rejects.toMatchObject(refused);
    await expect(add({ reason: undefined })).rejects.toMatchObject(refused);
    await expect(add({ day: '2026-03-11' })).rejects.toMatchObject(refused);
    // Still the 10th in São Paulo.
    clock.now = new Date('2026-03-11T02:59:59.999Z');
    await expect(add({ day: '2026-03-11' })).rejects.toMatchObject(refused);
  });

  it('refuse a day before the first one known, and for a new reader one before 30 days', async () => {
    const out = { data: { code: 'BAD_REQUEST', errorCode: 'day-out-of-range' } };
    const email = reader();
    await internal.streaks.recordReading.mutate({ email, at: '2026-03-05' });
    const add = (day: string, more: object = {}) =>
      internal.streaks.addDay.mutate({ email, day, reason, ...more });
    await expect(add('1999-01-01')).rejects.toMatchObject(out);
    await expect(add('2026-03-04')).rejects.toMatchObject(out);
    expect(await add('2026-03-06')).toMatchObject({ changed: true });
    const unknown = { email: reader(), new: true };
    await expect(add('2026-02-07', unknown)).rejects.toMatchObject(out);
    expect(await add('2026-02-08', unknown)).toMatchObject({ changed: true });
    // Those whose ticket and account are of the evening of 31 January in São Paulo.
    const [known, account] = [{ email: reader() }, { email: reader() }];
    const ticket = { subject: 'Oi', body: 'Olá', main: 'Conta', status: 'open' as const };
    const createdAt = '2026-02-01T01:00:00Z';
    await internal.tickets.import.mutate({
      tickets: [{ ...ticket, createdAt, externalId: known.email, requesterEmail: known.email }],
    });
    // One of them has read since.
    const both = { email };
    for (const person of [account, both]) await internal.accounts.upsert.mutate(person);
    await app.service
      .contextFor('test')
      .db.updateTable('accounts')
      .set({ created_at: new Date(createdAt) })
      .where('email', 'in', [account.email, both.email])
      .execute();
    for (const person of [known, account, both]) {
      await expect(add('2026-01-30', person)).rejects.toMatchObject(out);
      expect(await add('2026-01-31', person)).toMatchObject({ changed: true });
    }
    // Imports bring history.
    await internal.streaks.recordReading.mutate({ email, at: '1999-01-01' });
  });
});
