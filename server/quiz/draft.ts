import { randomInt } from 'node:crypto';
import { z } from 'zod';
import type { Edition } from '../clients/newsletter.ts';

// What the model is asked for, and what of its answer will do.

/** How many questions a quiz has (specification §8). */
export const questionCount = 10;
const optionCount = 4;

/** A quiz as the model answers it. The schema says no more than every server of structured answers understands. */
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

/** What the model is told to do. */
export const quizInstructions = [
  'Você escreve o quiz diário de uma newsletter brasileira, em português do Brasil.',
  `Escreva exatamente ${questionCount} perguntas sobre fatos que estão no texto da edição, cada uma com exatamente ${optionCount} opções diferentes entre si, das quais uma só é correta.`,
  'correctAnswer repete, letra por letra, a opção correta. explanation diz em uma ou duas frases por que ela é a correta.',
  'Varie os assuntos da edição. Não pergunte sobre anúncios, patrocínios, links ou a própria newsletter. As perguntas se entendem sem o texto à vista.',
  'title é um título curto para o quiz, description uma frase que convida a respondê-lo. Use texto puro: nem HTML, nem Markdown.',
].join('\n');

/** The edition as the model gets it. */
export const quizMaterial = (edition: Edition, text: string): string =>
  `Título: ${plain(edition.title)}\n\n${text}`;

const limits = { title: 200, description: 500, question: 500, option: 300, explanation: 1_000 };
const markup = /<\/?[a-z!][^<>]*>/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const control = /[\u0000-\u0008\u000b-\u001f\u007f]/;

const plain = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();
const folded = (text: string): string => plain(text).toLocaleLowerCase('pt-BR');

/**
 * What is wrong with a draft, each in a sentence for the model; nothing where it will do. It names positions alone: what it
 * says may end up in a log, and no answer may.
 */
export const problemsOf = (draft: QuizDraft): string[] => {
  const problems: string[] = [];
  const look = (name: string, text: string, max: number) => {
    if (plain(text) === '') problems.push(`${name} está vazio.`);
    if (text.length > max) problems.push(`${name} passa de ${max} caracteres.`);
    if (markup.test(text)) problems.push(`${name} tem HTML.`);
    if (control.test(text)) problems.push(`${name} tem caracteres de controle.`);
  };
  look('title', draft.title, limits.title);
  look('description', draft.description, limits.description);
  if (draft.questions.length !== questionCount) {
    problems.push(`São exatamente ${questionCount} perguntas, e vieram ${draft.questions.length}.`);
  }
  if (distinct(draft.questions.map(({ question }) => question)) !== draft.questions.length) {
    problems.push('Há perguntas repetidas.');
  }
  for (const [index, question] of draft.questions.entries()) {
    const name = `questions.${index}`;
    look(`${name}.question`, question.question, limits.question);
    look(`${name}.explanation`, question.explanation, limits.explanation);
    for (const [position, option] of question.options.entries()) {
      look(`${name}.options.${position}`, option, limits.option);
    }
    if (question.options.length !== optionCount || distinct(question.options) !== optionCount) {
      problems.push(`${name}.options precisa de ${optionCount} opções diferentes entre si.`);
    }
    if (!question.options.some((option) => folded(option) === folded(question.correctAnswer))) {
      problems.push(`${name}.correctAnswer não é uma das opções.`);
    }
  }
  return problems;
};

const distinct = (texts: readonly string[]): number => new Set(texts.map(folded)).size;

/** The draft's texts made plain, the correct answer an option to the letter, and the options in an order that tells nothing. */
export const finishDraft = (draft: QuizDraft): QuizDraft => ({
  title: plain(draft.title),
  description: plain(draft.description),
  questions: draft.questions.map((question) => {
    const options = question.options.map(plain);
    const correct = options.find((option) => folded(option) === folded(question.correctAnswer));
    if (correct === undefined) throw new Error('a draft is finished once it has no problems');
    return {
      question: plain(question.question),
      options: shuffled(options),
      correctAnswer: correct,
      explanation: plain(question.explanation),
    };
  }),
});

const shuffled = (options: readonly string[]): string[] => {
  const order = [...options];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const [chosen] = order.splice(randomInt(last + 1), 1);
    if (chosen !== undefined) order.push(chosen);
  }
  return order;
};
