import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { textOf } from './failures.ts';
import {
  civilDate,
  count,
  dataEnvelope,
  IdempotencyHeaders,
  messageAndDataEnvelope,
  text,
} from './fields.ts';
import { idempotencyFailures, outcomes } from './outcome.ts';

const quizTexts = { 'invalid-token': 'Token de autenticação inválido ou ausente' };
const missing = textOf('quiz-fields-required');
const required = {
  error: (issue: { input?: unknown }) => (issue.input == null ? missing : undefined),
};

/** A question as a reader sees it: without its answer (specification §2.5). */
export const Question = z
  .object({
    id: z.string().meta({ description: 'Enviado de volta como `fieldId`.' }),
    question: z.string(),
    type: z.string().meta({ example: 'radio' }),
    position: z
      .int()
      .meta({ openapi: { type: 'integer', minimum: 1 }, description: 'A partir de 1.' }),
    options: z.array(z.string()),
  })
  .meta({ id: 'Question' });
export type Question = z.infer<typeof Question>;

/** A quiz as a reader sees it (specification §2.5). */
export const Quiz = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    quizDate: civilDate,
    minCorrectAnswers: count,
    questions: z.array(Question),
  })
  .meta({ id: 'Quiz', description: 'Quiz diário, sem as respostas corretas.' });
export type Quiz = z.infer<typeof Quiz>;

/** The answer to one question. */
export const QuizAnswer = z
  .object({
    fieldId: text().meta({ description: 'Identificador da pergunta.' }),
    answer: text().meta({ description: 'Exatamente uma das opções da pergunta.' }),
  })
  .meta({ id: 'QuizAnswer' });

/** An attempt at a quiz (specification §4.6). */
export const SubmitQuiz = z
  .object(
    {
      quizId: text(required).min(1, missing),
      answers: z.array(QuizAnswer, required).max(100),
    },
    required,
  )
  .meta({
    id: 'SubmitQuiz',
    example: {
      quizId: '3c1a8e0e-52c9-4f0b-9a55-1d0f5c0f8f11',
      answers: [{ fieldId: '8a4f0d3e-7f0e-4e43-8d0e-6f8e0b7d2c55', answer: 'Banco Central' }],
    },
  });
export type SubmitQuiz = z.input<typeof SubmitQuiz>;

/** How one question was answered; reveals the correct answer (specification §2.6). */
export const QuizAnswerDetail = z
  .object({
    fieldId: z.string(),
    question: z.string(),
    userAnswer: z.string(),
    correctAnswer: z.string(),
    isCorrect: z.boolean(),
    explanation: z.string(),
  })
  .meta({ id: 'QuizAnswerDetail' });

/** The result of an attempt (specification §2.6). */
export const QuizSubmissionResult = z
  .object({
    totalQuestions: count,
    correctAnswers: count,
    passed: z.boolean(),
    minRequired: count,
    streakRecovered: z.boolean(),
    details: z.array(QuizAnswerDetail),
  })
  .meta({ id: 'QuizSubmissionResult' });
export type QuizSubmissionResult = z.infer<typeof QuizSubmissionResult>;

const c = initContract();

export const quizContract = c.router({
  getQuiz: {
    method: 'GET',
    path: '/quiz/:id',
    summary: 'Obter um quiz',
    description: 'O quiz sem as respostas corretas; recusado a quem já o tentou.',
    pathParams: z.object({ id: z.string().describe('Identificador do quiz.') }),
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
  submitQuiz: {
    method: 'POST',
    path: '/quiz/submit',
    summary: 'Responder um quiz',
    description:
      'Registra a única tentativa do leitor. Ao atingir o mínimo de acertos, a sequência de leitura é recuperada.',
    headers: IdempotencyHeaders,
    body: SubmitQuiz,
    ...outcomes(
      { 200: messageAndDataEnvelope('QuizSubmissionResponse', QuizSubmissionResult) },
      {
        access: 'reader',
        cost: 'submit',
        texts: quizTexts,
        failures: [
          ...idempotencyFailures,
          'quiz-fields-required',
          'quiz-not-found',
          'quiz-already-attempted',
        ],
      },
    ),
  },
  generateQuiz: {
    method: 'POST',
    path: '/quiz/admin/generate',
    summary: 'Gerar o quiz do dia',
    description: 'Gera o quiz a partir da edição mais recente da newsletter. Não recebe corpo.',
    body: c.noBody(),
    ...outcomes(
      {
        201: messageAndDataEnvelope(
          'GeneratedQuizResponse',
          z.object({ quizId: z.string() }).meta({ id: 'GeneratedQuiz' }),
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
