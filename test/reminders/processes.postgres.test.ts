import { expect, it, onTestFinished } from 'vitest';
import { startSmtpSandbox } from '../../scripts/sandbox/smtp.ts';
import { sendReminders } from '../../server/reminders/send.ts';
import { clonePostgres } from '../database.ts';
import { startApp } from '../harness.ts';
import { openReaders } from '../streaks/streak-fixtures.ts';

const evening = new Date('2026-03-10T23:30:00Z');
const signal = new AbortController().signal;

it('two processes that send at once, a minute apart, mail each reader once', async () => {
  const smtp = await startSmtpSandbox();
  const database = await clonePostgres();
  const start = (aheadMs: number) =>
    startApp(
      { SMTP_URL: smtp.url, MAIL_FROM: 'oi@leitor.example', REMINDER_PER_SECOND: '1000' },
      {
        database: database.location,
        jobs: { scheduled: false },
        now: () => new Date(evening.getTime() + aheadMs),
      },
    );
  const apps = [await start(0), await start(60_000)];
  onTestFinished(async () => {
    await Promise.all(apps.map((app) => app.close()));
    await smtp.close();
    await database.drop();
  });
  const [app] = apps;
  if (!app) throw new Error('no service');
  const { aReader, read } = await openReaders(app);
  const emails: string[] = [];
  for (let count = 0; count < 30; count += 1) {
    const { client, email } = await aReader();
    await read(email, '2026-03-09');
    await client.updateMyReminder({ body: { enabled: true } });
    emails.push(email);
  }
  const run = { scheduledFor: evening, signal };
  await Promise.all(apps.map(({ service }) => sendReminders(service.contextFor('test'), run)));
  expect(smtp.mails.flatMap(({ to }) => to).sort()).toEqual(emails.sort());
});
