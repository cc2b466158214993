import type {
  Question,
  Quiz,
  QuizHistoryItem,
  QuizSubmissionResult,
  TodaysQuiz as WireTodaysQuiz,
} from '../../contract/index.ts';
import type { AttemptSummaryRow, TodaysQuiz } from './history.ts';
import type { AttemptResult, QuestionRow, QuizRow } from './service.ts';

/** A quiz without its answers. */
export const quizToWire = (quiz: QuizRow & { questions: QuestionRow[] }): Quiz => ({
  ...headToWire(quiz),
  questions: quiz.questions.map(questionToWire),
});

const headToWire = ({ id, title, description, quizDate, minCorrectAnswers }: QuizRow) => ({
  id,
  title,
  description,
  quizDate,
  minCorrectAnswers,
});

const questionToWire = ({ id, question, position, options }: QuestionRow): Question => ({
  id,
  question,
  type: 'radio',
  position,
  options,
});

/** Today's quiz. */
export const todaysQuizToWire = (quiz: TodaysQuiz): WireTodaysQuiz => ({
  ...headToWire(quiz),
  ...('result' in quiz
    ? { status: 'attempted', result: resultToWire(quiz.result) }
    : { status: 'open', questions: quiz.questions.map(questionToWire) }),
});

/** A page of attempts. */
export const historyToWire = (page: {
  items: AttemptSummaryRow[];
  nextCursor: string | null;
}): { items: QuizHistoryItem[]; nextCursor: string | null } => ({
  items: page.items.map(({ attemptedAt, ...item }) => ({
    ...item,
    attemptedAt: attemptedAt.toISOString(),
  })),
  nextCursor: page.nextCursor,
});

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
