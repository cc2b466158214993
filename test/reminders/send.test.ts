import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { SmtpBehaviour } from '../../scripts/sandbox/smtp.ts';
import { isOn, startReminders } from './reminder-fixtures.ts';

let behaviour: SmtpBehaviour = {};
const fixture = await startReminders(
  { REMINDER_PER_SECOND: '5', MAIL_PER_HOUR: '1' },
  {
    onRecipient: (address) => behaviour.onRecipient?.(address),
    onMail: (mail, drop) => behaviour.onMail?.(mail, drop),
  },
);
afterAll(() => fixture.close());
const { admin, app, clock, smtp, aReaderAtRisk, mailed, read, daysAgo, run } = fixture;
const { db } = app.service.contextFor('test');
const evening = new Date('2026-03-10T23:30:00Z');
let days = 0;

beforeEach(async () => {
  behaviour = {};
  days += 3;
  clock.now = new Date(evening.getTime() + days * 86_400_000);
  smtp.mails.length = 0;
  await sql`delete from streak_reminders`.execute(db);
});

const refusing = (responseCode: number, text: string) => () => {
  throw Object.assign(new Error(text), { responseCode });
};

describe('the job send-reminders', () => {
  it('mails those whose streak breaks today, the longest streak first, once a day', async () => {
    const short = await aReaderAtRisk(1);
    const long = await aReaderAtRisk(3);
    const off = await aReaderAtRisk();
    await off.client.updateMyReminder({ body: { enabled: false } });
    await read((await aReaderAtRisk()).email, daysAgo(0));
    const broken = await aReaderAtRisk();
    await admin.streaks.addDay.mutate({
      email: broken.email,
      day: daysAgo(3),
      reason: 'x',
      new: true,
    });
    await admin.streaks.removeDay.mutate({ email: broken.email, day: daysAgo(1), reason: 'x' });
    expect(await run()).toMatchObject({ outcome: 'succeeded' });
    expect(mailed()).toEqual([long.email, short.email]);
    await run();
    expect(mailed()).toHaveLength(2);
    clock.now = new Date(clock.now.getTime() + 86_400_000);
    await read(short.email, daysAgo(1));
    await run();
    expect(mailed().slice(2)).toContain(short.email);
    expect(mailed()).toHaveLength(4);
  });

  it('mails nobody who has read since the job began', async () => {
    await aReaderAtRisk(2);
    const second = await aReaderAtRisk(1);
    behaviour.onMail = async () => {
      await read(second.email, daysAgo(0));
    };
    await run();
    expect(mailed()).not.toContain(second.email);
    expect(mailed()).toHaveLength(1);
  });

  it('sends none after midnight', async () => {
    await aReaderAtRisk(2);
    await aReaderAtRisk(1);
    behaviour.onMail = () => {
      clock.now = new Date(`${daysAgo(-1)}T03:00:00Z`);
    };
    expect(await run()).toMatchObject({ outcome: 'succeeded' });
    expect(mailed()).toHaveLength(1);
  });

  it('tries again later what the mail server postponed', async () => {
    const { email } = await aReaderAtRisk();
    behaviour.onRecipient = refusing(451, '4.7.1 try again');
    expect(await run()).toMatchObject({ outcome: 'failed' });
    behaviour = {};
    expect(await run()).toMatchObject({ outcome: 'succeeded' });
    expect(mailed()).toEqual([email]);
  });

  it.each([
    ['off if the address does not exist', '5.1.1 no such user', false],
    ['on if the server refuses our mails', '5.7.1 blocked', true],
  ])('a permanent refusal turns a reminder %s', async (_, text, stays) => {
    const { client } = await aReaderAtRisk();
    behaviour.onRecipient = refusing(550, text);
    expect(await run()).toMatchObject({ outcome: 'succeeded' });
    expect(await isOn(client)).toBe(stays);
    behaviour = {};
    await run();
    expect(mailed()).toEqual([]);
  });

  it('counts a reminder in doubt and does not repeat it', async () => {
    const { email } = await aReaderAtRisk();
    behaviour.onMail = (_, drop) => {
      drop();
      return new Promise(() => undefined);
    };
    await run();
    behaviour = {};
    await run();
    expect(mailed()).not.toContain(email);
    expect((await admin.operations.status.query()).remindersInDoubt).toBe(1);
  });

  it('counts a reminder in doubt whose process died while it was leaving', async () => {
    const { email } = await aReaderAtRisk();
    await sql`
      with left_over as (update streak_reminders set mailed_on = ${daysAgo(0)}::date where email = ${email} returning id)
      insert into streak_reminder_attempts (reminder_id, day) select id, ${daysAgo(0)}::date from left_over`.execute(
      db,
    );
    await run();
    expect(mailed()).toEqual([]);
    expect((await admin.operations.status.query()).remindersInDoubt).toBe(1);
    clock.now = new Date(clock.now.getTime() + 86_400_000);
    await run();
    expect((await admin.operations.status.query()).remindersInDoubt).toBe(0);
  });
});

it('a day that is given ahead has no reminders', async () => {
  await aReaderAtRisk();
  const given = { day: daysAgo(0), reason: 'Feriado' };
  await admin.streaks.addDayForAll.mutate({ ...given, dryRun: false, expected: 0 });
  await run();
  expect(mailed()).toEqual([]);
});

describe('reminders and replies', () => {
  const reply = async (requesterEmail: string) => {
    const ticket = { subject: 'Oi', body: 'Oi', main: 'Entrega', requesterEmail };
    const { id } = await admin.tickets.create.mutate(ticket);
    const { items } = await admin.outbox.list.query({ ticketId: id });
    expect(items).toEqual([]);
    await admin.tickets.reply.mutate({ id, html: 'Oi', sendEmail: true, undoSeconds: 1 });
    await sql`update outbox set due_at = now(), undo_until = now() where ticket_id = ${id}`.execute(
      db,
    );
  };

  it('reminders wait for due replies, except those over the hourly limit', async () => {
    await aReaderAtRisk();
    await reply('primeira@exemplo.com.br');
    const running = run();
    await admin.jobs.run.mutate({ name: 'send-mails' });
    await running;
    expect(mailed()).toEqual(['primeira@exemplo.com.br', expect.any(String)]);
    await reply('segunda@exemplo.com.br');
    await aReaderAtRisk();
    await run();
    expect(mailed()).toHaveLength(3);
    expect(mailed()).not.toContain('segunda@exemplo.com.br');
  });
});
