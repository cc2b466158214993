import { z } from 'zod';
import type { Edition } from '../../clients/newsletter.ts';
import { withoutInvisible } from '../../text/invisible.ts';
import { lookOf } from '../../text/look-alikes.ts';
import { balancedPositions, shuffled } from './positions.ts';

// The prompt for a quiz, and the rules that a draft must pass.

/** How many questions a quiz has (docs/behaviour/quiz.md#quiz). */
export const questionCount = 10;
export const optionCount = 4;

/** A quiz as the model writes it. The schema uses only what every server with structured output supports. */
export const QuizDraft = z.object({
  title: z.string(),
  description: z.string(),
  questions: z.array(
    z.object({
      question: z.string(),
      options: z.array(z.string()),
      correctAnswer: z.string(),
      explanation: z.string(),
    }),
  ),
});
export type QuizDraft = z.infer<typeof QuizDraft>;

export const quizInstructions = [
  'Você escreve o quiz diário de uma newsletter brasileira, em português do Brasil.',
  `Escreva exatamente ${questionCount} perguntas sobre fatos que estão no texto da edição, cada uma com exatamente ${optionCount} opções diferentes entre si, das quais uma só é correta.`,
  'correctAnswer repete, letra por letra, a opção correta. explanation diz em uma ou duas frases por que ela é a correta.',
  'Números e nomes da opção correta estão na edição como na opção. Nenhuma pergunta contém a resposta de outra. As opções têm tamanhos parecidos.',
  'Varie os assuntos da edição. Não pergunte sobre anúncios, patrocínios, links ou a própria newsletter. As perguntas se entendem sem o texto à vista.',
  'title é um título curto para o quiz, description uma frase que convida a respondê-lo. Use texto puro: nem HTML, nem Markdown.',
].join('\n');

export const oneQuestion = (others: readonly string[]): string =>
  [
    quizInstructions,
    'Desta vez escreva uma pergunta só, em questions, sobre um fato da edição que nenhuma destas perguntas usa:',
    ...others.filter((question) => question !== '').map((question) => `- ${question}`),
  ].join('\n');

export const quizMaterial = (edition: Pick<Edition, 'title'>, text: string): string =>
  `Título: ${normalizeText(edition.title)}\n\n${text}`;

const limits = { title: 200, description: 500, question: 500, option: 300, explanation: 1_000 };
const markup = /<\/?[a-z!][^<>]*>/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it finds control characters.
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** A text of a quiz as it is stored: one line in normal form C, without invisible characters. */
export const normalizeText = (text: string): string =>
  withoutInvisible(text).normalize('NFC').replace(/\s+/g, ' ').trim();

/**
 * The problems of a draft, as sentences for the model; empty for an acceptable one. They name positions only,
 * because they may be logged and answers must not be.
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

const isBlank = ({ question, options, explanation }: QuizDraft['questions'][number]): boolean =>
  [question, explanation, ...options].every((text) => normalizeText(text) === '');

const distinct = (texts: readonly string[]): number => new Set(texts.map(lookOf)).size;

/**
 * Normalises a draft's texts, makes each correct answer identical to its option, and shuffles the options so
 * that right answers are at every position about equally often.
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

/** Any draft in the form that an editor can mend: ten questions with four options, empty if missing. */
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

/** PostgreSQL stores no NUL. */
const storable = (text: string): string => normalizeText(text.replaceAll('\u0000', ''));
