import { afterAll, expect, it } from 'vitest';
import { startSmtpSandbox } from '../../scripts/sandbox/smtp.ts';
import { addDays } from '../../server/civil-time.ts';
import { ageRuns } from '../age.ts';
import { answering, openQuizRoom } from '../quiz/quiz-fixtures.ts';

const smtp = await startSmtpSandbox();
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

it('sums a week up, and mails it once on Monday as text and HTML', async () => {
  clock.now = new Date('2026-05-12T15:00:00Z');
  const quiz = await room.aQuiz();
  for (const right of [10, 6, 3]) {
    const { client } = await room.aReader();
    const body = { quizId: quiz.id, answers: answering(quiz, right) };
    expect((await client.submitQuiz({ body })).status).toBe(200);
  }
  clock.now = new Date('2026-05-18T10:59:00Z');
  const read = (at: string) =>
    admin.streaks.recordReading.mutate({ email: `${crypto.randomUUID()}@exemplo.com.br`, at });
  await read('2026-05-10');
  await read('2026-05-17');
  await admin.tickets.import.mutate({
    tickets: ['2026-05-10T12:00:00Z', '2026-05-11T03:00:00Z', '2026-05-18T02:59:00Z'].map(
      (createdAt) => ({
        ...{ externalId: createdAt, createdAt, subject: 'Oi', body: 'Olá', main: 'Entrega' },
        ...{ status: 'open' as const },
      }),
    ),
  });
  await room.service.jobs.tick();
  expect(smtp.mails).toEqual([]);
  const expected = {
    week: '2026-05-11',
    to: '2026-05-17',
    finished: true,
    tickets: { opened: 2, openedBefore: 1, unresolved: 2 },
    firstReplies: { count: 0, medianSeconds: null, p90Seconds: null },
    quiz: { quizzes: 1, attempts: 3, attemptsBefore: 0, passed: 2 },
    // Two passed the quiz of the 13th.
    readers: { active: 3, activeBefore: 1, arrived: 3 },
  };
  const summary = await admin.reports.summary.query({ week: '2026-05-14' });
  expect(summary).toMatchObject(expected);
  expect(summary.quiz.averageCorrect).toBeCloseTo(19 / 3);
  expect(await admin.reports.summary.query()).toEqual(summary);
  expect(await admin.reports.summary.query({ week: addDays('2026-05-14', 7) })).toMatchObject({
    finished: false,
    tickets: { opened: 0, openedBefore: 2 },
  });

  clock.now = new Date('2026-05-18T11:00:00Z');
  await ageRuns(room.db, 60_000);
  await room.service.jobs.tick();
  await room.service.jobs.tick();
  const [mail, ...others] = smtp.mails;
  expect(others).toEqual([]);
  expect(mail?.to).toEqual(['dona@exemplo.com.br', 'socia@exemplo.com.br']);
  expect(mail?.source.toString()).toContain('Message-ID: <summary-2026-05-11@exemplo.com.br>');
  expect(mail?.source.toString()).toMatch(/text\/plain[\s\S]*text\/html/);
});
