import type { QuizAlert } from '../../db/quiz/days.ts';
import { escapeHtml } from '../text/plain-text.ts';
import type { QuizFailureReason, QuizOfToday } from './outputs.ts';

const failures: Record<QuizFailureReason, string> = {
  'newsletter-unavailable': 'A plataforma da newsletter não respondeu.',
  'no-edition': 'Não há edição publicada.',
  'edition-empty': 'A edição não tem texto.',
  'edition-too-short': 'O texto da edição é curto demais para um quiz.',
  'edition-malformed': 'A resposta da plataforma da newsletter não pôde ser lida.',
  'model-unavailable': 'O modelo não entregou resposta.',
  'quiz-refused': 'A conferência recusou o quiz que o modelo escreveu.',
};

const titles: Record<QuizAlert, string> = {
  draft: 'O rascunho do quiz falhou',
  missing: 'Os leitores não têm o quiz de hoje',
};

/** Writes the mail about a draft that failed or a quiz that is missing, with its cause. */
export const alertMail = (
  alert: QuizAlert,
  { quizDate, lastFailure, held }: QuizOfToday,
  consoleUrl: string | undefined,
): { subject: string; html: string } => {
  const subject = `${titles[alert]} (${quizDate.slice(8)}/${quizDate.slice(5, 7)})`;
  const edition = lastFailure?.edition;
  const lines = [
    `${titles[alert]}.`,
    held && `O dia está retido${held.reason ? `: ${held.reason}` : '.'}`,
    lastFailure && failures[lastFailure.reason],
    edition && `Edição: ${edition}`,
    consoleUrl && `${consoleUrl}/quiz`,
  ].filter((line) => typeof line === 'string');
  return { subject, html: lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n') };
};
