import type { AnsweredQuestionRow } from '../../../db/quiz/quiz.ts';
import { AppError } from '../../core/errors.ts';

export interface GradedAnswer {
  question: AnsweredQuestionRow;
  /** The answer; '' if there is none. */
  given: string;
  isCorrect: boolean;
}

export interface GivenAnswer {
  fieldId: string;
  answer: string;
}

/**
 * Grades answers: one entry for each question, in the quiz's order. An unanswered question is wrong.
 * Comparison is exact; what an option was called before a correction is that option
 * (docs/behaviour/quiz.md#attempts).
 * @throws AppError `invalid-request` without answers, for an unknown or repeated question, or an answer that
 * is not an option
 */
export const grade = (
  questions: readonly AnsweredQuestionRow[],
  answers: readonly GivenAnswer[],
): GradedAnswer[] => {
  if (answers.length === 0) {
    const detail = 'answers deve ter no mínimo 1 resposta';
    throw new AppError('invalid-request', { detail, field: 'answers' });
  }
  const given = new Map<string, string>();
  for (const [index, { fieldId, answer }] of answers.entries()) {
    const question = questions.find(({ id }) => id === fieldId);
    if (!question) throw refusal(`${index}.fieldId`, 'não é uma pergunta deste quiz');
    if (given.has(fieldId)) throw refusal(`${index}.fieldId`, 'repete uma pergunta');
    const option = currentOption(question, answer);
    if (option === undefined) throw refusal(`${index}.answer`, 'não é uma das opções');
    given.set(fieldId, option);
  }
  return questions.map((question) => {
    const answer = given.get(question.id) ?? '';
    return { question, given: answer, isCorrect: isCorrect(question, answer) };
  });
};

/** Returns the option that a reader chose, as it is called now; undefined if it is none of the question. */
export const currentOption = (
  { options, formerOptions }: Pick<AnsweredQuestionRow, 'options' | 'formerOptions'>,
  answer: string,
): string | undefined =>
  options.includes(answer)
    ? answer
    : options[formerOptions.find(({ text }) => text === answer)?.at ?? options.length];

const isCorrect = (
  { annulled, correctAnswer, formerAnswers }: AnsweredQuestionRow,
  option: string,
): boolean => annulled || option === correctAnswer || formerAnswers.includes(option);

const refusal = (place: string, problem: string): AppError => {
  const field = `answers.${place}`;
  return new AppError('invalid-request', { detail: `${field} ${problem}`, field });
};
