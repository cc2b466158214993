import { withoutEntities } from '../../markup/text.ts';
import { withoutInvisible } from '../../text/invisible.ts';
import { lookOf, withLatinLetters } from '../../text/look-alikes.ts';
import { withoutMarkdown } from '../../text/markdown.ts';
import type { QuizDraft } from './draft.ts';
import { withoutLatex } from './latex.ts';
import { normalizeText } from './normalize.ts';

// These functions repair formatting errors in model output; the checks report other errors.

type Question = QuizDraft['questions'][number];

const mended = (text: string): string =>
  normalizeText(
    withLatinLetters(withoutMarkdown(withoutLatex(withoutEntities(withoutInvisible(text))))),
  );

// It matches `Pergunta 3 de 10:`, `Nº 3 -`, `[3/10]`, or `3.` of the third question, but not `1.500` or `2 +
// 2`.
const ofQuestion = String.raw`\d{1,2}(?:\s?(?:de|/|of)\s?\d{1,2})?`;
const numbered = new RegExp(
  String.raw`^(?:(?:pergunta|quest[aã]o|question)\s{0,3}(?:n[º°.o]{1,2}\s{0,3})?${ofQuestion}(?:\s{0,3}[.:)–—-]{1,2}\s{0,3}|\s{1,3})|(?:[pq]|n[º°.])\s{0,3}${ofQuestion}\s{0,3}[.:)–—-]\s{1,3}|\[${ofQuestion}\]\s{0,3}|[(#]?(\d{1,2})\s{0,3}(?:[.):]|º|[–—-](?=\s))\s{1,3})(?=\S)`,
  'iu',
);

const withoutNumber = (question: string, place: number): string =>
  question.replace(numbered, (found, bare?: string) =>
    bare === undefined || Number(bare) === place ? '' : found,
  );

// It matches `A) Ouro`, `(b) Ouro`, `C - Ouro`, `1. Ouro`, but not `1.500`, `1:30` or the result `1 - 0`.
const letterInFront =
  /^\(?(?:([a-d])(?:\s?[).:\]]\s+|[)\]]|\s?[-–—]\s+)|([1-4])(?:\s?[).]\s+|[)\]]))(?=\S)/i;
const listMark = /^[-*•·–]\s+(?=\S)/;

const letterOf = (found: RegExpExecArray | null): string =>
  (found?.[1] ?? found?.[2] ?? '').toLowerCase();

/** Removes the letters or list marks of options, if all of them have one. */
const withoutLetters = (
  options: readonly string[],
): { options: string[]; letters: string[] | undefined } => {
  const letters = options.map((option) => letterOf(letterInFront.exec(option)));
  if (letters.every((letter) => letter !== '') && new Set(letters).size === options.length) {
    return { options: options.map((option) => option.replace(letterInFront, '')), letters };
  }
  const isList = options.every((option) => listMark.test(option));
  return {
    options: isList ? options.map((option) => option.replace(listMark, '')) : [...options],
    letters: undefined,
  };
};

const onlyLetter = /^\(?([a-d1-4])[).:]?$/i;

/** Finds the option of an answer: an equal or similar one, or the one with its letter. */
const answerIn = (
  answer: string,
  given: readonly string[],
  { options, letters }: ReturnType<typeof withoutLetters>,
): string => {
  const same = (list: readonly string[], text: string) =>
    list.findIndex((option) => lookOf(option) === lookOf(text));
  const letter = onlyLetter.exec(answer)?.[1]?.toLowerCase();
  const found = [
    same(options, answer),
    same(given, answer),
    same(options, answer.replace(letters ? letterInFront : listMark, '')),
    letter === undefined
      ? -1
      : (letters ?? (/\d/.test(letter) ? [] : ['a', 'b', 'c', 'd'])).indexOf(letter),
  ].find((index) => index !== -1);
  return options[found ?? -1] ?? answer;
};

const mendedQuestion = (question: Question, index: number): Question => {
  const given = question.options.map(mended);
  const plain = withoutLetters(given);
  return {
    question: withoutNumber(mended(question.question).replace(listMark, ''), index + 1),
    options: plain.options,
    correctAnswer: answerIn(mended(question.correctAnswer), given, plain),
    explanation: mended(question.explanation).replace(listMark, ''),
  };
};

/** Repairs the texts of a quiz from the model (docs/behaviour/quiz.md#quiz). */
export const mendDraft = (draft: QuizDraft): QuizDraft => ({
  title: mended(draft.title),
  description: mended(draft.description),
  questions: draft.questions.map(mendedQuestion),
});
