import type { QuizDraft } from './draft.ts';

// Checks a draft's answers against its edition and against its other questions (docs/behaviour.md#quiz). draft.ts checks its form.

const folded = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase('pt-BR');

/** Texts write smaller numbers as words. */
const largestSpelledNumber = 10;
const shortestName = 3;
const numberPattern = /\d+(?:[.,]\d+)*/g;

/** A number without its separators: `1.500,5` and `1500.5` are one. */
const digitsOf = (number: string): string => number.replaceAll(/[.,]/g, '');

/** The numbers and names of an answer: capitalised words, but for the first one. */
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
 * The right answers with a number or a name that the edition does not contain, as sentences for the model. They name positions only, because they
 * may be logged and answers must not be.
 */
export const findUnsupportedAnswers = (draft: QuizDraft, edition: string): string[] => {
  const numbers = new Set((edition.match(numberPattern) ?? []).map(digitsOf));
  const words = new Set(folded(edition).match(/\p{L}+/gu) ?? []);
  return draft.questions.flatMap(({ correctAnswer }, index) => {
    const facts = factsOf(correctAnswer);
    const supported =
      facts.numbers.every((number) => numbers.has(number)) &&
      facts.names.every((name) => words.has(name));
    return supported
      ? []
      : [`questions.${index}.correctAnswer tem um número ou nome que não está na edição.`];
  });
};

const shortestGiveaway = 3;

/** The right answers that the text of another question contains, as sentences for the model. */
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

const wordsOnly = (text: string): string =>
  ` ${(folded(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
