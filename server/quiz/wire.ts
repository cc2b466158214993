import type { Quiz, QuizSubmissionResult } from '../../contract/index.ts';
import type { AttemptResult, QuestionRow, QuizRow } from './service.ts';

/** A quiz as a reader sees it: without its answers (specification §2.5). */
export const quizToWire = (quiz: QuizRow & { questions: QuestionRow[] }): Quiz => ({
  id: quiz.id,
  title: quiz.title,
  description: quiz.description,
  quizDate: quiz.quizDate,
  minCorrectAnswers: quiz.minCorrectAnswers,
  questions: quiz.questions.map(({ id, question, position, options }) => ({
    id,
    question,
    type: 'radio',
    position,
    options,
  })),
});

/** The result of an attempt (specification §2.6). */
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

/** What a reader is told of the result (specification §4.6). */
export const resultMessage = ({
  passed,
  correctAnswers,
  graded,
  minCorrectAnswers,
}: AttemptResult): string =>
  passed
    ? `Parabéns! Você acertou ${correctAnswers} de ${graded.length} e sua sequência de leitura foi recuperada.`
    : `Você acertou ${correctAnswers} de ${graded.length}. São necessários ${minCorrectAnswers} acertos para recuperar a sequência.`;
