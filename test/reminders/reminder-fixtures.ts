import { type SmtpBehaviour, startSmtpSandbox } from '../../scripts/sandbox/smtp.ts';
import { addDays, civilDayOf } from '../../server/core/civil-time.ts';
import { startApp } from '../harness.ts';
import { openReaders } from '../streaks/streak-fixtures.ts';

/**
 * A service with a mail server, and readers who want reminders. Its clock starts on an evening in São Paulo.
 */
export const startReminders = async (
  env: Record<string, string> = {},
  behaviour: SmtpBehaviour = {},
) => {
  const clock = { now: new Date('2026-03-10T23:30:00Z') };
  const smtp = await startSmtpSandbox(behaviour);
  const app = await startApp(
    { SMTP_URL: smtp.url, MAIL_FROM: 'oi@leitor.example', REMINDER_AT: '20:30', ...env },
    { now: () => clock.now },
  );
  const { aReader, internal, read } = await openReaders(app);
  const daysAgo = (days: number) => addDays(civilDayOf(clock.now), -days);
  return {
    app,
    clock,
    smtp,
    admin: internal,
    daysAgo,
    read,
    /** A reader who read on so many days up to yesterday, and has the reminder on. */
    aReaderAtRisk: async (streak = 1) => {
      const reader = await aReader();
      const days = Array.from({ length: streak }, (_, n) => daysAgo(n + 1));
      await read(reader.email, ...days);
      await reader.client.updateMyReminder({ body: { enabled: true } });
      return reader;
    },
    /** Runs the job. A second of the clock passes, because a moment has one run. */
    run: () => {
      clock.now = new Date(clock.now.getTime() + 1_000);
      return internal.jobs.run.mutate({ name: 'send-reminders' });
    },
    /** Who got a mail, in order. */
    mailed: () => smtp.mails.flatMap(({ to }) => to),
    close: async () => {
      await app.close();
      await smtp.close();
    },
  };
};

/** Whether a reader has the reminder on. */
export const isOn = async (
  client: Awaited<
    ReturnType<Awaited<ReturnType<typeof startReminders>>['aReaderAtRisk']>
  >['client'],
): Promise<boolean> => {
  const { status, body } = await client.getMyReminder();
  if (status !== 200) throw new Error(`status ${status}`);
  return body.data.enabled;
};
