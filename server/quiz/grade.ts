import type { AnsweredQuestionRow } from '../../db/quiz.ts';
import { AppError } from '../errors.ts';

/** How one question was answered. */
export interface GradedAnswer {
  question: AnsweredQuestionRow;
  /** '' where it was not answered. */
  given: string;
  isCorrect: boolean;
}

/**
 * Grades answers: one entry a question, in their order. A question that was not answered is wrong. Comparison is exact
 * (specification §4.6).
 *
 * @throws AppError `invalid-request` for a question that is not of the quiz or answered twice, or an answer that is no option
 */
export const grade = (
  questions: readonly AnsweredQuestionRow[],
  answers: readonly { fieldId: string; answer: string }[],
): GradedAnswer[] => {
  const given = new Map<string, string>();
  for (const [index, { fieldId, answer }] of answers.entries()) {
    const question = questions.find(({ id }) => id === fieldId);
    if (!question) throw refusal(index, 'fieldId não é uma pergunta deste quiz');
    if (given.has(fieldId)) throw refusal(index, 'fieldId repete uma pergunta');
    if (!question.options.includes(answer)) throw refusal(index, 'answer não é uma das opções');
    given.set(fieldId, answer);
  }
  return questions.map((question) => {
    const answer = given.get(question.id) ?? '';
    return { question, given: answer, isCorrect: answer === question.correctAnswer };
  });
};

const refusal = (index: number, problem: string): AppError =>
  new AppError('invalid-request', { detail: `answers.${index}.${problem}` });
