import { lookOf } from '../../text/look-alikes.ts';
import { optionCount, type QuizDraft, questionCount } from './draft.ts';
import { normalizeText } from './normalize.ts';

const limits = { title: 200, description: 500, question: 500, option: 300, explanation: 1_000 };
const markup = /<\/?[a-z!][^<>]*>/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it finds control characters.
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/**
 * Returns the problems of a draft as sentences for the model; empty for an acceptable draft. The sentences
 * only name positions, because they may be logged and answers must not be.
 */
export const findProblems = (draft: QuizDraft): string[] => {
  const problems: string[] = [];
  const check = (name: string, text: string, max: number) => {
    if (normalizeText(text) === '') problems.push(`${name} está vazio.`);
    if ([...text].length > max) problems.push(`${name} passa de ${max} caracteres.`);
    if (markup.test(text)) problems.push(`${name} tem HTML.`);
    if (control.test(text)) problems.push(`${name} tem caracteres de controle.`);
  };
  check('title', draft.title, limits.title);
  check('description', draft.description, limits.description);
  if (draft.questions.length !== questionCount) {
    problems.push(`São exatamente ${questionCount} perguntas, e vieram ${draft.questions.length}.`);
  }
  const asked = draft.questions.flatMap(({ question }) => normalizeText(question) || []);
  if (distinct(asked) !== asked.length) problems.push('Há perguntas repetidas.');
  for (const [index, question] of draft.questions.entries()) {
    const name = `questions.${index}`;
    if (isBlank(question)) {
      problems.push(`${name} está em branco.`);
      continue;
    }
    check(`${name}.question`, question.question, limits.question);
    check(`${name}.explanation`, question.explanation, limits.explanation);
    for (const [position, option] of question.options.entries()) {
      check(`${name}.options.${position}`, option, limits.option);
    }
    if (question.options.length !== optionCount || distinct(question.options) !== optionCount) {
      problems.push(`${name}.options precisa de ${optionCount} opções diferentes entre si.`);
    }
    if (!question.options.some((option) => lookOf(option) === lookOf(question.correctAnswer))) {
      problems.push(`${name}.correctAnswer não é uma das opções.`);
    }
  }
  return problems;
};

/** Returns true if no text of a question was written. */
export const isBlank = ({
  question,
  options,
  explanation,
}: QuizDraft['questions'][number]): boolean =>
  [question, explanation, ...options].every((text) => normalizeText(text) === '');

const distinct = (texts: readonly string[]): number => new Set(texts.map(lookOf)).size;
