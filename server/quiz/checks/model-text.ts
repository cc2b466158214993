import { withoutInvisible } from '../../text/invisible.ts';
import { lookOf, withLatinLetters } from '../../text/look-alikes.ts';
import type { QuizDraft } from './draft.ts';
import { normalizeText } from './normalize.ts';

// Repairs formatting errors in model output. Other errors are reported by the checks.

type Question = QuizDraft['questions'][number];

const named: Record<string, string> = { amp: '&', quot: '"', apos: "'", '#39': "'", nbsp: ' ' };
const emphasis = [
  /(?<![\p{L}\p{N}*\\])(\*{1,3})(?=[^\s*])([^*\n]{1,500})(?<=[^\s*])\1(?![\p{L}\p{N}*])/gu,
  /(?<![\p{L}\p{N}_\\])(_{1,3})(?=[^\s_])([^_\n]{1,500})(?<=[^\s_])\1(?![\p{L}\p{N}_])/gu,
  /(~~)(?=[^\s~])([^~\n]{1,500})(?<=[^\s~])\1/g,
  /(`{1,3})([^`\n]{1,500})\1/g,
];
const link = /!?\[([^[\]\n]{1,500})\]\((?:https?:|mailto:|#|\/)[^\s()]{0,500}\)/g;
const escaped = /\\([*_`~#[\]()>.!+-])/g;
const heading = /^\s{0,20}#{1,6}\s+/gm;

/** A text without the marks of Markdown and without HTML's names of characters, which readers would see. */
export const withoutMarkdown = (text: string): string => {
  let plain = text
    .replaceAll(/&(amp|quot|apos|#39|nbsp);/g, (entity, name: string) => named[name] ?? entity)
    .replaceAll(heading, '')
    .replaceAll(link, '$1');
  for (const marks of emphasis) plain = plain.replaceAll(marks, '$2');
  return plain.replaceAll(escaped, '$1');
};

const mended = (text: string): string =>
  normalizeText(withLatinLetters(withoutMarkdown(withoutInvisible(text))));

// `A) Ouro`, `(b) Ouro`, `C - Ouro`, `1. Ouro`; neither `1.500`, `1:30` nor the result `1 - 0`.
const letterInFront =
  /^\(?(?:([a-d])(?:\s?[).:\]]\s+|[)\]]|\s?[-–—]\s+)|([1-4])(?:\s?[).]\s+|[)\]]))(?=\S)/i;
const listMark = /^[-*•·–]\s+(?=\S)/;

const letterOf = (found: RegExpExecArray | null): string =>
  (found?.[1] ?? found?.[2] ?? '').toLowerCase();

/** Options without the letters or marks of a list, if all of them have one. */
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

/** The option of an answer: equal, similar, or named by its letter. */
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

const mendedQuestion = (question: Question): Question => {
  const given = question.options.map(mended);
  const plain = withoutLetters(given);
  return {
    question: mended(question.question).replace(listMark, ''),
    options: plain.options,
    correctAnswer: answerIn(mended(question.correctAnswer), given, plain),
    explanation: mended(question.explanation).replace(listMark, ''),
  };
};

/** A quiz as the model returned it, its texts mended: docs/behaviour/quiz.md#quiz. */
export const mendDraft = (draft: QuizDraft): QuizDraft => ({
  title: mended(draft.title),
  description: mended(draft.description),
  questions: draft.questions.map(mendedQuestion),
});
