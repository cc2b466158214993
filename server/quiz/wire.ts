import type { Response } from 'express';
import type {
  Question,
  Quiz,
  QuizHistoryItem,
  QuizSubmissionResult,
  TodaysQuiz as WireTodaysQuiz,
} from '../../contract/index.ts';
import { mapPage, type Page } from '../core/page.ts';
import { ok, okTagged } from '../http/router.ts';
import type { AttemptSummaryRow, TodaysQuiz } from './play/history.ts';
import type { AttemptResult, QuizContents, QuizRow } from './play/play.ts';

export const quizToWire = (quiz: QuizContents): Quiz => ({
  ...headToWire(quiz),
  questions: quiz.questions.map(questionToWire),
});

export const todaysQuizResponse = (res: Response, { quiz, result }: TodaysQuiz) =>
  result
    ? ok<WireTodaysQuiz>({
        ...headToWire(quiz),
        status: 'attempted',
        result: resultToWire(result),
      })
    : okTagged<WireTodaysQuiz>(res, { ...quizToWire(quiz), status: 'open' });

const headToWire = ({ id, title, description, quizDate, minCorrectAnswers }: QuizRow) => ({
  id,
  title,
  description,
  quizDate,
  minCorrectAnswers,
});

const questionToWire = ({
  id,
  question,
  position,
  options,
}: QuizContents['questions'][number]): Question => ({
  id,
  question,
  type: 'radio',
  position,
  options,
});

export const historyToWire = (page: Page<AttemptSummaryRow>): Page<QuizHistoryItem> =>
  mapPage(page, ({ attemptedAt, ...item }) => ({
    ...item,
    attemptedAt: attemptedAt.toISOString(),
  }));

export const resultToWire = (result: AttemptResult): QuizSubmissionResult => ({
  totalQuestions: result.graded.length,
  correctAnswers: result.correctAnswers,
  passed: result.passed,
  minRequired: result.minCorrectAnswers,
  streakRecovered: result.passed,
  details: result.graded.map(({ question, given, isCorrect }) => ({
    fieldId: question.id,
    question: question.question,
    userAnswer: given,
    correctAnswer: question.correctAnswer,
    isCorrect,
    explanation: question.explanation,
  })),
});

export const resultMessage = ({
  passed,
  correctAnswers,
  graded,
  minCorrectAnswers,
}: AttemptResult): string =>
  passed
    ? `Parabéns! Você acertou ${correctAnswers} de ${graded.length} e sua sequência de leitura foi recuperada.`
    : `Você acertou ${correctAnswers} de ${graded.length}. São necessários ${minCorrectAnswers} acertos para recuperar a sequência.`;
