import type {
  Question,
  Quiz,
  QuizHistoryItem,
  QuizSubmissionResult,
  TodaysQuiz as WireTodaysQuiz,
} from '../../contract/index.ts';
import { ok, okOnce } from '../http/router.ts';
import { mapPage, type Page } from '../page.ts';
import type { AttemptSummaryRow, TodaysQuiz } from './history.ts';
import type { AttemptResult, QuizContents, QuizRow } from './service.ts';

/** The response with a quiz without its answers. */
export const quizResponse = okOnce(
  (quiz: QuizContents): Quiz => ({
    ...headToWire(quiz),
    questions: quiz.questions.map(questionToWire),
  }),
);

const openQuizResponse = okOnce(
  (quiz: QuizContents): WireTodaysQuiz => ({
    ...headToWire(quiz),
    status: 'open',
    questions: quiz.questions.map(questionToWire),
  }),
);

/** The response with today's quiz. */
export const todaysQuizResponse = ({ quiz, result }: TodaysQuiz) =>
  result
    ? ok<WireTodaysQuiz>({
        ...headToWire(quiz),
        status: 'attempted',
        result: resultToWire(result),
      })
    : openQuizResponse(quiz);

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

/** A page of attempts. */
export const historyToWire = (page: Page<AttemptSummaryRow>): Page<QuizHistoryItem> =>
  mapPage(page, ({ attemptedAt, ...item }) => ({
    ...item,
    attemptedAt: attemptedAt.toISOString(),
  }));

/** The result of an attempt. */
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

/** The message to the reader about a result. */
export const resultMessage = ({
  passed,
  correctAnswers,
  graded,
  minCorrectAnswers,
}: AttemptResult): string =>
  passed
    ? `Parabéns! Você acertou ${correctAnswers} de ${graded.length} e sua sequência de leitura foi recuperada.`
    : `Você acertou ${correctAnswers} de ${graded.length}. São necessários ${minCorrectAnswers} acertos para recuperar a sequência.`;
