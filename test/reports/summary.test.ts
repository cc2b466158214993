import { simpleParser } from 'mailparser';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { startSmtpSandbox } from '../../scripts/sandbox/smtp.ts';
import { summaryMailJob } from '../../server/reports/job.ts';
import { answering, openQuizRoom } from '../quiz/quiz-fixtures.ts';
import { ageRuns } from '../support/age.ts';

let refuse = (): void => undefined;
const smtp = await startSmtpSandbox({ onRecipient: () => refuse() });
const room = await openQuizRoom({
  SMTP_URL: smtp.url,
  MAIL_FROM: 'leitor@exemplo.com.br',
  SUMMARY_MAIL_TO: 'dona@exemplo.com.br, socia@exemplo.com.br',
});
afterAll(async () => {
  await room.close();
  await smtp.close();
});
const { admin, clock } = room;

it('the summary of a week is mailed once on Monday as text and HTML', async () => {
  clock.now = new Date('2026-05-10T15:00:00Z');
  const quiz = await room.aQuiz();
  for (const right of [10, 6, 3]) {
    const { client } = await room.aReader();
    const body = { quizId: quiz.id, answers: answering(quiz, right) };
    expect((await client.submitQuiz({ body })).status).toBe(200);
  }
  const easy = await room.aQuiz();
  const { client: knowing } = await room.aReader();
  await knowing.submitQuiz({ body: { quizId: easy.id, answers: answering(easy, 10) } });
  // One of three knew it.
  const hardest = quiz.questions[6];
  const question = 'Quanto é 1 < 2 & 3?';
  await admin.quiz.correct.mutate({ id: quiz.id, questionId: hardest?.id ?? '', question });
  // The last second of Sunday in São Paulo.
  clock.now = new Date('2026-05-18T02:59:59Z');
  const sunday = await admin.reports.summary.query({ week: '2026-05-17' });
  expect(sunday).toMatchObject({ week: '2026-05-11', finished: false });
  clock.now = new Date('2026-05-18T10:59:00Z');
  const read = (at: string) =>
    admin.streaks.recordReading.mutate({ email: `${crypto.randomUUID()}@exemplo.com.br`, at });
  await read('2026-05-10');
  await read('2026-05-17');
  await admin.tickets.import.mutate({
    tickets: (
      [
        ['2026-05-10T12:00:00Z', 'open'],
        ['2026-05-11T03:00:00Z', 'in_progress'],
        ['2026-05-12T12:00:00Z', 'resolved'],
        ['2026-05-18T02:59:00Z', 'open'],
        ['2026-05-18T03:00:00Z', 'open'],
      ] as const
    ).map(([createdAt, status]) => ({
      externalId: createdAt,
      createdAt,
      subject: 'Oi',
      body: 'Olá',
      main: 'Entrega',
      status,
    })),
  });
  await room.service.jobs.tick();
  expect(smtp.mails).toEqual([]);
  const expected = {
    week: '2026-05-11',
    to: '2026-05-17',
    finished: true,
    tickets: { opened: 3, openedBefore: 1, unresolved: 2 },
    firstReplies: { count: 0, medianSeconds: null, p90Seconds: null },
    quiz: { quizzes: 2, attempts: 4, attemptsBefore: 0, passed: 3 },
    // Two passed the quiz of Monday, and one that of the 12th.
    readers: { active: 4, activeBefore: 1, arrived: 4 },
  };
  const summary = await admin.reports.summary.query({ week: '2026-05-14' });
  expect(summary).toMatchObject(expected);
  expect(summary.quiz.averageCorrect).toBeCloseTo(29 / 4);
  const later = (ms: number) => {
    clock.now = new Date(Date.parse('2026-05-18T10:59:00Z') + ms);
  };
  await read('2026-05-17');
  later(600_000 - 1);
  expect(await admin.reports.summary.query()).toEqual(summary);
  later(600_000);
  const fresh = await admin.reports.summary.query();
  expect(fresh.readers).toEqual({ active: 5, activeBefore: 1, arrived: 5 });
  clock.now = new Date('2026-05-18T11:00:00Z');
  await ageRuns(room.db, 60_000);
  await room.service.jobs.tick();
  await room.service.jobs.tick();
  const [mail, ...others] = smtp.mails;
  expect(others).toEqual([]);
  expect(mail?.to).toEqual(['dona@exemplo.com.br', 'socia@exemplo.com.br']);
  const source = mail?.source.toString();
  expect(source).toContain('Message-ID: <summary-2026-05-11@exemplo.com.br>');
  expect(source).toContain('Auto-Submitted: auto-replied');
  const { text = '', html } = await simpleParser(mail?.source ?? '');
  expect(text.replaceAll(/\s+/g, ' ')).toContain(`${question} (11/05, 33% de acertos)`);
  expect(html).toContain('1 &lt; 2 &amp; 3?');
});

it('the summary fails while mail is off, and is not mailed again if it may have arrived', async () => {
  const ctx = room.service.contextFor('test');
  const warnings: unknown[] = [];
  const log = { ...ctx.log, warn: (...given: unknown[]) => void warnings.push(given.at(-1)) };
  const job = summaryMailJob(['dona@exemplo.com.br']);
  const sent: unknown[] = [];
  const run = async (mail: Partial<NonNullable<typeof ctx.mail>> | undefined) => {
    const given = mail && ctx.mail && { ...ctx.mail, ...mail };
    const signal = new AbortController().signal;
    await job.run({ ...ctx, log: log as never, mail: given }, { scheduledFor: clock.now, signal });
  };
  const send = async (message: unknown) => {
    sent.push(message);
    return { outcome: 'unknown', reason: 'cut off' } as const;
  };
  const off = { code: 'mail-not-configured' };
  await expect(run(undefined)).rejects.toMatchObject(off);
  await expect(run({ paused: true, send })).rejects.toMatchObject(off);
  expect(sent).toEqual([]);
  await run({ send });
  expect(sent).toMatchObject([{ to: { address: 'dona@exemplo.com.br' }, cc: [], automatic: true }]);
  expect(warnings).toEqual(['a mail may not have arrived']);
});

it('the job that mails the summary fails if the mail is refused', async () => {
  refuse = () => {
    throw Object.assign(new Error('no such user'), { responseCode: 550 });
  };
  onTestFinished(() => {
    refuse = () => undefined;
  });
  clock.now = new Date('2026-06-01T11:00:00Z');
  const { outcome, error } = await admin.jobs.run.mutate({ name: 'mail-summary' });
  expect(`${outcome}: ${error}`).toMatch(/^failed: mail-not-sent: .* 550/);
});
