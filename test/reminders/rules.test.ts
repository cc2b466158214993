import { expect, it } from 'vitest';
import { agreedMoment } from '../../server/core/agreed-clock.ts';
import { sendRemindersJob } from '../../server/reminders/job.ts';
import { createPace } from '../../server/reminders/pace.ts';
import { isAddressRefused } from '../../server/reminders/refusals.ts';

it.each([
  ['550 5.1.1 <a@x.com>: Recipient address rejected', true],
  ['550 5.2.1 The email account that you tried to reach is disabled', true],
  ['550 No such user here', true],
  ['550 mailbox unavailable', true],
  ['550 5.7.1 Unknown user of our block list', false],
  ['554 5.1.8 Sender address rejected', false],
  ['550 relaying denied', false],
  ['552 5.2.2 mailbox full', false],
])('“%s” is about the address: %s', (reason, expected) => {
  expect(isAddressRefused(reason)).toBe(expected);
});

it('processes agree on the clock of the database, unless theirs is set apart', () => {
  const database = new Date('2026-03-11T02:59:30Z');
  const own = (seconds: number) => new Date(database.getTime() + seconds * 1_000);
  expect(agreedMoment(own(60), database)).toEqual(database);
  expect(agreedMoment(own(-60), database)).toEqual(database);
  expect(agreedMoment(own(3_600), database)).toEqual(own(3_600));
});

it('the job may be made up for until midnight', () => {
  expect(sendRemindersJob({ hour: 20, minute: 30 }).windowMs).toBe(3.5 * 3_600_000);
});

it('a pace is even, and does not make up for time that passed', () => {
  const waitAt = createPace(10);
  expect([0, 0, 50, 1_000, 1_000].map(waitAt)).toEqual([0, 100, 150, 0, 100]);
});
