import type { AnsweredQuestionRow } from '../../db/quiz/quiz.ts';
import { AppError } from '../core/errors.ts';
import { normalizeText } from './checks/normalize.ts';
import type { QuizCorrection } from './inputs.ts';
import { currentOption } from './play/grade.ts';

export const invalid = (detail: string): AppError => new AppError('invalid-request', { detail });

interface Correction {
  corrected: AnsweredQuestionRow;
  /** The attempts that gain the question, by their answers to it; undefined if none does. */
  gains: { answers: string[]; gain: 'these' | 'others' } | undefined;
}

/**
 * Applies a correction to a question: no attempt loses, and an answer remains the option that it was.
 * @throws AppError `invalid-request` for an answer that is no option, or an option that is called as another
 * one was, because answers could then mean either
 */
export const applyCorrection = (
  question: AnsweredQuestionRow,
  { annul = false, ...correction }: QuizCorrection,
): Correction => {
  const options = correction.options?.map(normalizeText) ?? question.options;
  const renamed = question.options.flatMap((text, at) =>
    text === options[at] ? [] : { at, text },
  );
  const formerOptions = [...question.formerOptions, ...renamed];
  if (formerOptions.some(({ at, text }) => options.some((now, of) => now === text && of !== at))) {
    throw invalid('an option has a text that another one had');
  }
  const nameOf = (answer: string) => currentOption({ options, formerOptions }, answer);
  const [before, correctAnswer] = [
    nameOf(question.correctAnswer),
    nameOf(correction.correctAnswer ?? question.correctAnswer),
  ];
  if (before === undefined || correctAnswer === undefined) {
    throw invalid('correctAnswer is none of the options');
  }
  const former = question.formerAnswers.flatMap((answer) => nameOf(answer) ?? []);
  const isNew = correctAnswer !== before;
  /** All that these options are and were called. */
  const namesOf = (right: readonly string[]) =>
    [...options, ...formerOptions.map(({ text }) => text)].filter((text) =>
      right.includes(nameOf(text) ?? ''),
    );
  const gainsOf = (): Correction['gains'] => {
    if (question.annulled) return undefined;
    if (annul) return { answers: namesOf([before, ...former]), gain: 'others' };
    return isNew && !former.includes(correctAnswer)
      ? { answers: namesOf([correctAnswer]), gain: 'these' }
      : undefined;
  };
  const corrected = {
    ...question,
    question: normalizeText(correction.question ?? question.question),
    explanation: normalizeText(correction.explanation ?? question.explanation),
    options,
    correctAnswer,
    formerAnswers: isNew ? [...former, before] : former,
    formerOptions,
    annulled: question.annulled || annul,
  };
  return { corrected, gains: gainsOf() };
};
