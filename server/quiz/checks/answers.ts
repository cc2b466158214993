import { withoutInvisible } from '../../text/invisible.ts';
import type { QuizDraft } from './draft.ts';

// These functions check a draft's answers against its edition and its other questions
// (docs/behaviour/quiz.md#quiz).

const folded = (text: string): string =>
  withoutInvisible(text).normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase('pt-BR');

/** Smaller numbers are written as words. */
const largestSpelledNumber = 10;
const shortestName = 3;
// Spaces, thin spaces and apostrophes can also separate thousands.
const numberPattern = /\d+(?:[.,]\d+|(?<!\d{4})[\s'’]\d{3}(?!\d))*/g;

/** Removes the separators of a number: `1.500,5`, `1 500,5` and `1500.5` are equal. */
const digitsOf = (number: string): string => number.replaceAll(/\D/g, '');

/** Returns the numbers of a text; digits with a space between them may be one number or several. */
const numbersIn = (text: string): string[] =>
  [
    ...(text.match(numberPattern) ?? []),
    ...(text.match(/\d+(?:[.,]\d+)*/g) ?? []),
    ...(text.match(raisedCents) ?? []).map((price) => price.normalize('NFKC')),
  ].map(digitsOf);

/** Matches `R$ 19⁹⁰`; numbers below twenty may be footnotes. */
const raisedCents = /(?<=[$€£]\s?)\d[\d.]*(?:⁰⁰|[²³⁴-⁹][⁰¹²³⁴-⁹])/g;

/** Returns the numbers and the names of an answer: capitalised words except the first. */
const factsOf = (answer: string): { numbers: string[]; names: string[] } => ({
  numbers: (answer.match(numberPattern) ?? [])
    .map(digitsOf)
    .filter((digits) => Number(digits) > largestSpelledNumber),
  names: (answer.match(/[\p{L}\p{M}]+/gu) ?? [])
    .slice(1)
    .filter((word) => word.length >= shortestName && /^\p{Lu}/u.test(word))
    .map(folded),
});

/**
 * Finds right answers with a number or a name that is not in the edition, and describes them for the model.
 * The sentences only name positions, because they may be logged and answers must not be.
 */
export const findUnsupportedAnswers = (draft: QuizDraft, edition: string): string[] => {
  const numbers = new Set(numbersIn(withoutInvisible(edition)));
  const words = new Set(folded(edition).match(/\p{L}+/gu) ?? []);
  return draft.questions.flatMap(({ correctAnswer }, index) => {
    const facts = factsOf(withoutInvisible(correctAnswer));
    const supported =
      facts.numbers.every((number) => numbers.has(number)) &&
      facts.names.every((name) => words.has(name));
    return supported
      ? []
      : [`questions.${index}.correctAnswer tem um número ou nome que não está na edição.`];
  });
};

const shortestGiveaway = 3;

/** Finds right answers that are in the text of another question, and describes them for the model. */
export const findGiveaways = (draft: QuizDraft): string[] => {
  const padded = draft.questions.map(({ question }) => wordsOnly(question));
  return draft.questions.flatMap(({ correctAnswer }, index) => {
    const answer = wordsOnly(correctAnswer);
    if (answer.trim().length < shortestGiveaway) return [];
    const other = padded.findIndex((text, at) => at !== index && text.includes(answer));
    return other === -1
      ? []
      : [`A resposta de questions.${index} aparece na pergunta questions.${other}.`];
  });
};

/** Returns the folded words of a text with a space around each. */
export const wordsOnly = (text: string): string =>
  ` ${(folded(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
