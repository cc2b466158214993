import { escapeHtml } from '../text/plain-text.ts';
import type { WeekSummary } from './summary.ts';

const number = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 0 });

const dayText = (day: string): string => `${day.slice(8)}/${day.slice(5, 7)}`;

const change = (now: number, before: number): string =>
  before === 0
    ? ''
    : ` (${now >= before ? '+' : '−'}${percent.format(Math.abs(now / before - 1))} sobre a semana anterior)`;

const hours = (seconds: number | null): string =>
  seconds === null ? '–' : `${number.format(seconds / 3_600)} h`;

export const summaryMail = (summary: WeekSummary): { subject: string; html: string } => {
  const { tickets, firstReplies, quiz, readers } = summary;
  const span = `${dayText(summary.week)} a ${dayText(summary.to)}`;
  const shareOf = (count: number) => (quiz.attempts === 0 ? 0 : count / quiz.attempts);
  const parts: [title: string, lines: string[]][] = [
    [
      'Chamados',
      [
        `Abertos: ${number.format(tickets.opened)}${change(tickets.opened, tickets.openedBefore)}`,
        `Ainda não resolvidos: ${number.format(tickets.unresolved)}`,
        `Com resposta: ${number.format(firstReplies.count)}; a primeira em ${hours(firstReplies.medianSeconds)} (mediana), 90 % em até ${hours(firstReplies.p90Seconds)}`,
      ],
    ],
    [
      'Quiz',
      [
        `Quizzes: ${number.format(quiz.quizzes)}`,
        `Tentativas: ${number.format(quiz.attempts)}${change(quiz.attempts, quiz.attemptsBefore)}`,
        `Aprovados: ${percent.format(shareOf(quiz.passed))}; média de ${number.format(quiz.averageCorrect)} acertos`,
        ...(quiz.hardest
          ? [
              `Pergunta mais difícil: ${quiz.hardest.question} (${dayText(quiz.hardest.quizDate)}, ${percent.format(quiz.hardest.correctRate)} de acertos)`,
            ]
          : []),
      ],
    ],
    [
      'Leitores',
      [
        `Leram na semana: ${number.format(readers.active)}${change(readers.active, readers.activeBefore)}`,
        `Leram pela primeira vez: ${number.format(readers.arrived)}`,
      ],
    ],
  ];
  const title = `Resumo da semana de ${span}`;
  const body = parts
    .map(
      ([heading, lines]) =>
        `<h2>${heading}</h2>\n<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`,
    )
    .join('\n');
  return { subject: title, html: `<h1>${title}</h1>\n${body}` };
};
