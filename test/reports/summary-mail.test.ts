import { expect, it } from 'vitest';
import { plainText } from '../../server/markup/text.ts';
import type { WeekSummary } from '../../server/reports/summary.ts';
import { summaryMail } from '../../server/reports/summary-mail.ts';

const summary: WeekSummary = {
  week: '2026-12-28',
  to: '2027-01-03',
  finished: true,
  countedAt: new Date('2027-01-04T11:00:00Z'),
  tickets: { opened: 1_100, openedBefore: 1_000, unresolved: 12 },
  firstReplies: { count: 1_234, medianSeconds: 5_400, p90Seconds: 36_000 },
  quiz: {
    quizzes: 5,
    attempts: 2_000,
    attemptsBefore: 4_000,
    passed: 1_250,
    averageCorrect: 6.25,
    hardest: { quizDate: '2027-01-02', question: 'Quanto é 1 < 2 & "3"?', correctRate: 0.125 },
  },
  readers: { active: 50, activeBefore: 50, arrived: 7 },
};

it('the mail of a week has its figures beside those of the week before', () => {
  const { subject, html } = summaryMail(summary);
  const text = plainText(html);
  expect(subject).toBe('Resumo da semana de 28/12 a 03/01');
  for (const line of [
    '1.100 (+10%',
    '1.234; a primeira em 1,5 h',
    '2.000 (−50%',
    '63%; média de 6,3',
    'Quanto é 1 < 2 & "3"? (02/01, 13%',
  ]) {
    expect(text).toContain(line);
  }
  expect(html).toContain('Quanto é 1 &lt; 2 &amp; ');
});

it('the mail of a quiet week has no shares of nothing', () => {
  const { html } = summaryMail({
    ...summary,
    tickets: { opened: 0, openedBefore: 0, unresolved: 0 },
    firstReplies: { count: 0, medianSeconds: null, p90Seconds: null },
    quiz: { ...summary.quiz, attempts: 0, passed: 0, averageCorrect: 0, hardest: null },
  });
  const text = plainText(html);
  expect(text).toContain('Abertos: 0\n');
  expect(text).toContain('a primeira em – (mediana)');
  expect(text).toContain('Aprovados: 0%');
  expect(text).not.toContain('difícil');
});
