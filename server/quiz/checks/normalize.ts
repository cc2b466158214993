import { withoutInvisible } from '../../text/invisible.ts';
import { lookOf } from '../../text/look-alikes.ts';
import { optionCount, type QuizDraft, questionCount } from './draft.ts';
import { balancedPositions, shuffled } from './positions.ts';

/** Normalises a text of a quiz for storage: one line in normal form C, without invisible characters. */
export const normalizeText = (text: string): string =>
  withoutInvisible(text).normalize('NFC').replace(/\s+/g, ' ').trim();

/**
 * Normalises a draft's texts, makes each correct answer identical to its option, and shuffles the options so
 * that right answers are evenly spread over the positions.
 */
export const finishDraft = (draft: QuizDraft): QuizDraft => {
  const positions = balancedPositions(draft.questions.length, optionCount);
  return {
    title: normalizeText(draft.title),
    description: normalizeText(draft.description),
    questions: draft.questions.map((question, index) => {
      const { options, correctAnswer, ...texts } = normalizeQuestion(question);
      const others = shuffled(options.filter((option) => option !== correctAnswer));
      const placed = others.toSpliced(positions[index] ?? 0, 0, correctAnswer);
      return { ...texts, options: placed, correctAnswer };
    }),
  };
};

/** Normalises a question; a correct answer that looks like an option becomes that option. */
export const normalizeQuestion = (
  question: QuizDraft['questions'][number],
): QuizDraft['questions'][number] => {
  const options = question.options.map(normalizeText);
  const correct = options.find((option) => lookOf(option) === lookOf(question.correctAnswer));
  return {
    question: normalizeText(question.question),
    options,
    correctAnswer: correct ?? normalizeText(question.correctAnswer),
    explanation: normalizeText(question.explanation),
  };
};

const blankQuestion = { question: '', options: [], correctAnswer: '', explanation: '' };

/**
 * Fits any draft to the form that an editor can correct: ten questions with four options, empty if missing.
 */
export const fitDraft = (draft: QuizDraft): QuizDraft => ({
  title: storable(draft.title),
  description: storable(draft.description),
  questions: Array.from({ length: questionCount }, (_, index) =>
    fitQuestion(draft.questions[index] ?? blankQuestion),
  ),
});

export const fitQuestion = ({
  question,
  options,
  correctAnswer,
  explanation,
}: QuizDraft['questions'][number]): QuizDraft['questions'][number] =>
  normalizeQuestion({
    question: storable(question),
    options: Array.from({ length: optionCount }, (_, at) => storable(options[at] ?? '')),
    correctAnswer: storable(correctAnswer),
    explanation: storable(explanation),
  });

/** Removes NUL, which PostgreSQL cannot store. */
const storable = (text: string): string => normalizeText(text.replaceAll('\u0000', ''));
