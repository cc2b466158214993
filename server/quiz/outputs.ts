import { z } from 'zod';
import { listOf, moment } from '../trpc/fields.ts';

export const QuizId = z.object({ quizId: z.string() });

const status = z.enum(['draft', 'held', 'published', 'unpublished']);

export const Quizzes = listOf(
  z.object({
    id: z.string(),
    quizDate: z.string(),
    title: z.string(),
    description: z.string(),
    editionTitle: z.string(),
    createdAt: moment,
    minCorrectAnswers: z.number(),
    attempts: z.number().nullable(),
    status,
  }),
);

const Question = z.object({
  id: z.string(),
  question: z.string(),
  options: z.array(z.string()),
  correctAnswer: z.string(),
  explanation: z.string(),
});

/** A quiz or draft for editors. */
export const QuizForEditors = z.object({
  id: z.string(),
  quizDate: z.string(),
  title: z.string(),
  description: z.string(),
  minCorrectAnswers: z.number(),
  revision: z.number(),
  status,
  reason: z.string().nullable().describe('Why it is held or unpublished'),
  editionTitle: z.string(),
  editionText: z.string().nullable(),
  questions: z.array(Question.extend({ position: z.number(), formerAnswers: z.array(z.string()) })),
});

/** A draft with what stands against it. */
export const EditedQuiz = z.object({
  id: z.string(),
  quizDate: z.string(),
  title: z.string(),
  description: z.string(),
  editionId: z.string(),
  editionTitle: z.string(),
  revision: z.number(),
  held: z.boolean(),
  heldReason: z.string().nullable(),
  questions: z.array(Question),
  problems: z.array(z.string()),
  warnings: z.array(z.string()),
  createdAt: moment,
});

export const QuizStatistics = z.object({
  attempts: z.number(),
  passed: z.number(),
  averageCorrect: z.number(),
  distribution: z.array(z.number()),
  attemptsByHour: z.array(z.number()),
  questions: z.array(
    z.object({
      id: z.string(),
      question: z.string(),
      correctRate: z.number(),
      options: z.array(z.object({ text: z.string(), correct: z.boolean(), chosen: z.number() })),
    }),
  ),
});

export const Regraded = z.object({ regraded: z.number(), passed: z.number() });
