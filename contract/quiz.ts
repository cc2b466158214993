import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import {
  civilDate,
  count,
  dataEnvelope,
  messageAndDataEnvelope,
  pageSize,
  text,
  timestamp,
} from './fields.ts';
import { changeOutcomes, outcomes, requiringFields } from './outcome.ts';

const quizTexts = { 'invalid-token': 'Token de autenticação inválido ou ausente' };

const quizId = z.string().meta({ example: '3c1a8e0e-52c9-4f0b-9a55-1d0f5c0f8f11' });
const fieldId = z.string().meta({ example: '8a4f0d3e-7f0e-4e43-8d0e-6f8e0b7d2c55' });
const questionText = z
  .string()
  .meta({ description: 'A pergunta.', example: 'Quem decide a taxa básica de juros?' });

/** A question as readers see it, without its answer. */
export const Question = z
  .object({
    id: fieldId.describe('Enviado de volta como `fieldId`.'),
    question: questionText,
    type: z.string().meta({ description: 'Tipo da pergunta.', example: 'radio' }),
    position: z.int().meta({
      openapi: { type: 'integer', minimum: 1 },
      description: 'A partir de 1.',
      example: 1,
    }),
    options: z.array(z.string()).meta({
      description: 'As quatro opções, das quais uma está certa.',
      example: ['Banco Central', 'Tesouro Nacional', 'Caixa', 'BNDES'],
    }),
  })
  .meta({ id: 'Question', description: 'Pergunta de um quiz, sem a resposta.' });
export type Question = z.infer<typeof Question>;

/** A quiz as readers see it. */
export const Quiz = z
  .object({
    id: quizId.describe('Identificador do quiz.'),
    title: z.string().meta({ description: 'Título.', example: 'Quiz da edição de hoje' }),
    description: z
      .string()
      .meta({ description: 'Do que o quiz trata.', example: 'Dez perguntas sobre a edição.' }),
    quizDate: civilDate.describe('O dia do quiz, em São Paulo.'),
    minCorrectAnswers: count.meta({
      description: 'Acertos que recuperam a sequência.',
      example: 7,
    }),
    questions: z.array(Question).describe('As perguntas, em ordem.'),
  })
  .meta({ id: 'Quiz', description: 'Quiz diário, sem as respostas corretas.' });
export type Quiz = z.infer<typeof Quiz>;

/** The answer to one question. */
export const QuizAnswer = z
  .object({
    fieldId: text().meta({ description: 'Identificador da pergunta.' }),
    answer: text().meta({ description: 'Exatamente uma das opções da pergunta.' }),
  })
  .meta({ id: 'QuizAnswer', description: 'A resposta a uma pergunta.' });

/** A request that submits an attempt at a quiz. */
export const SubmitQuiz = requiringFields(
  z.object({
    quizId: text().min(1).describe('Identificador do quiz.'),
    answers: z.array(QuizAnswer).max(100).describe('Uma resposta por pergunta.'),
  }),
  ['quizId', 'answers'],
  'quiz-fields-required',
).meta({
  id: 'SubmitQuiz',
  description: 'A tentativa de um leitor.',
  example: {
    quizId: '3c1a8e0e-52c9-4f0b-9a55-1d0f5c0f8f11',
    answers: [{ fieldId: '8a4f0d3e-7f0e-4e43-8d0e-6f8e0b7d2c55', answer: 'Banco Central' }],
  },
});
export type SubmitQuiz = z.input<typeof SubmitQuiz>;

/** A graded answer to one question; reveals the correct answer. */
export const QuizAnswerDetail = z
  .object({
    fieldId: fieldId.describe('Identificador da pergunta.'),
    question: questionText,
    userAnswer: z.string().meta({
      description: 'A resposta do leitor; vazia quando não respondeu.',
      example: 'Banco Central',
    }),
    correctAnswer: z.string().meta({ description: 'A opção certa.', example: 'Banco Central' }),
    isCorrect: z.boolean().meta({ description: 'Se o leitor acertou.', example: true }),
    explanation: z.string().meta({
      description: 'Por que a opção está certa.',
      example: 'A edição conta que o Banco Central manteve a taxa.',
    }),
  })
  .meta({ id: 'QuizAnswerDetail', description: 'Como uma pergunta foi respondida.' });

/** The result of an attempt. */
export const QuizSubmissionResult = z
  .object({
    totalQuestions: count.meta({ description: 'Quantas perguntas o quiz tem.', example: 10 }),
    correctAnswers: count.meta({ description: 'Quantas o leitor acertou.', example: 8 }),
    passed: z.boolean().meta({ description: 'Se atingiu o mínimo de acertos.', example: true }),
    minRequired: count.meta({ description: 'O mínimo de acertos.', example: 7 }),
    streakRecovered: z
      .boolean()
      .meta({ description: 'Se a sequência de leitura foi recuperada.', example: true }),
    details: z.array(QuizAnswerDetail).describe('Cada pergunta com a resposta certa.'),
  })
  .meta({ id: 'QuizSubmissionResult', description: 'O resultado de uma tentativa.' });
export type QuizSubmissionResult = z.infer<typeof QuizSubmissionResult>;

/** Today's quiz with the caller's progress. */
export const TodaysQuiz = Quiz.omit({ questions: true })
  .extend({
    status: z
      .enum(['open', 'attempted'])
      .meta({ id: 'QuizStatus', description: '`open` até a única tentativa.' }),
    questions: z.array(Question).optional().describe('As perguntas, enquanto aberto.'),
    result: QuizSubmissionResult.optional(),
  })
  .meta({
    id: 'TodaysQuiz',
    description: 'O quiz de hoje, com o resultado se já respondido.',
    // The SDK's type is a union; `oneOf` would break clients that other generators made.
    'x-variants': { by: 'status', required: { open: ['questions'], attempted: ['result'] } },
  });
export type TodaysQuiz = z.infer<typeof TodaysQuiz>;

/** An attempt in the caller's history. */
export const QuizHistoryItem = z
  .object({
    quizId: quizId.describe('Identificador do quiz.'),
    quizDate: civilDate.describe('O dia do quiz, em São Paulo.'),
    title: z.string().meta({ description: 'Título.', example: 'Quiz da edição de hoje' }),
    correctAnswers: count.meta({ description: 'Quantas o leitor acertou.', example: 8 }),
    totalQuestions: count.meta({ description: 'Quantas perguntas o quiz tem.', example: 10 }),
    passed: z.boolean().meta({ description: 'Se atingiu o mínimo de acertos.', example: true }),
    attemptedAt: timestamp.describe('Quando foi respondido.'),
  })
  .meta({ id: 'QuizHistoryItem', description: 'Uma tentativa do leitor.' });
export type QuizHistoryItem = z.infer<typeof QuizHistoryItem>;

const QuizHistory = z
  .object({
    items: z.array(QuizHistoryItem).describe('Os quizzes mais recentes primeiro.'),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'Onde a próxima página começa.', example: '2026-03-10' }),
  })
  .meta({ id: 'QuizHistory', description: 'As tentativas do leitor.' });

const c = initContract();

export const quizContract = c.router({
  getQuiz: {
    method: 'GET',
    path: '/quiz/:id',
    summary: 'Obter um quiz',
    description: 'O quiz sem as respostas corretas; recusado a quem já o tentou.',
    pathParams: z.object({ id: quizId.describe('Identificador do quiz.') }),
    ...outcomes(
      { 200: dataEnvelope('QuizResponse', Quiz) },
      {
        access: 'reader',
        cost: 'read',
        texts: quizTexts,
        failures: ['quiz-not-found', 'quiz-already-attempted'],
      },
    ),
  },
  getTodaysQuiz: {
    method: 'GET',
    path: '/quiz/today',
    summary: 'Obter o quiz de hoje',
    description:
      'O quiz do dia, com o resultado se já respondido. Antes da publicação é 404, com `Retry-After`.',
    ...outcomes(
      { 200: dataEnvelope('TodaysQuizResponse', TodaysQuiz) },
      { access: 'reader', cost: 'read', texts: quizTexts, failures: ['quiz-not-found'] },
    ),
  },
  listQuizHistory: {
    method: 'GET',
    path: '/quiz/history',
    summary: 'Listar meus quizzes',
    description: 'As tentativas de quem chama, do quiz mais recente ao mais antigo.',
    query: z.object({
      cursor: text()
        .refine((day) => day === '' || civilDate.safeParse(day).success, 'deve ser um `nextCursor`')
        .optional()
        .meta({ description: 'O `nextCursor` da página anterior.', example: '2026-03-10' }),
      limit: pageSize(20, 100).describe('Itens por página.'),
    }),
    ...outcomes(
      { 200: dataEnvelope('QuizHistoryResponse', QuizHistory) },
      { access: 'reader', cost: 'read', texts: quizTexts },
    ),
  },
  getQuizResult: {
    method: 'GET',
    path: '/quiz/:id/result',
    summary: 'Obter o resultado de um quiz',
    description: 'O resultado da tentativa de quem chama; 404 sem tentativa.',
    pathParams: z.object({ id: quizId.describe('Identificador do quiz.') }),
    ...outcomes(
      { 200: dataEnvelope('QuizResultResponse', QuizSubmissionResult) },
      { access: 'reader', cost: 'read', texts: quizTexts, failures: ['quiz-not-found'] },
    ),
  },
  submitQuiz: {
    method: 'POST',
    path: '/quiz/submit',
    summary: 'Responder um quiz',
    description:
      'Registra a única tentativa do leitor. Ao atingir o mínimo de acertos, a sequência de leitura é recuperada.',
    body: SubmitQuiz,
    ...changeOutcomes(
      { 200: messageAndDataEnvelope('QuizSubmissionResponse', QuizSubmissionResult) },
      {
        access: 'reader',
        cost: 'submit',
        texts: quizTexts,
        failures: ['quiz-fields-required', 'quiz-not-found', 'quiz-already-attempted'],
      },
    ),
  },
  generateQuiz: {
    method: 'POST',
    path: '/quiz/admin/generate',
    summary: 'Gerar o quiz do dia',
    description: 'Gera o quiz a partir da edição mais recente da newsletter. Não recebe corpo.',
    body: c.noBody(),
    ...changeOutcomes(
      {
        201: messageAndDataEnvelope(
          'GeneratedQuizResponse',
          z
            .object({ quizId: quizId.describe('Identificador do quiz.') })
            .meta({ id: 'GeneratedQuiz', description: 'O quiz gerado.' }),
        ),
      },
      {
        access: 'quiz-generation',
        cost: 'generation',
        texts: quizTexts,
        failures: [
          'quiz-already-generated',
          'no-edition-available',
          'newsletter-unavailable',
          'quiz-generation-failed',
        ],
      },
    ),
  },
});
